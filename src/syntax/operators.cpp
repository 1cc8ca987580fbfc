#include "syntax/operators.hpp"

#include <array>
#include <cstddef>

#include "support/check.hpp"

namespace fairmon::syntax {
namespace {

struct Row {
  Op op;
  TokenKind token;
  std::string_view name;  ///< of the catalogue entry
};

// In the order of Op.
constexpr std::array kRows = {
#define OPERATOR(op, token, name) Row{Op::op, TokenKind::token, name},
#define SIGN(op, token, name) OPERATOR(op, token, name)
#include "syntax/operators.def"
#undef OPERATOR
#undef SIGN
};

/// What is looked up for each operator once.
struct Table {
  std::array<const builtins::Function*, kRows.size()> entries{};
  std::vector<OperatorSpelling> signs;
  std::vector<OperatorSpelling> words;

  Table() {
    for (const Row& row : kRows) {
      if (row.name.empty()) {
        continue;
      }
      const builtins::Function* entry = builtins::find_function(row.name);
      FAIRMON_CHECK(entry != nullptr && entry->notation, "an operator is not in the catalogue");
      entries[static_cast<std::size_t>(row.op)] = entry;
      for (const std::string_view text : entry->notation->spellings) {
        const bool word = text.front() >= 'a' && text.front() <= 'z';
        (word ? words : signs).push_back({text, row.token});
      }
    }
  }
};

const Table& table() {
  static const Table made;
  return made;
}

}  // namespace

const builtins::Function* operator_entry(Op op) {
  return table().entries[static_cast<std::size_t>(op)];
}

int precedence(Op op) {
  const builtins::Function* entry = operator_entry(op);
  return entry == nullptr ? kUnaryPrecedence : entry->notation->precedence;
}

bool is_right_associative(Op op) {
  const builtins::Function* entry = operator_entry(op);
  return entry != nullptr && entry->notation->right_associative;
}

std::string_view spelling(Op op) {
  const builtins::Function* entry = operator_entry(op);
  return entry == nullptr ? "+" : entry->notation->spellings.front();
}

std::optional<Op> binary_operator(TokenKind token) {
  if (token < kFirstOperator) {
    return std::nullopt;
  }
  for (const Row& row : kRows) {
    if (row.token == token && precedence(row.op) != kUnaryPrecedence) {
      return row.op;
    }
  }
  return std::nullopt;
}

std::span<const OperatorSpelling> operator_signs() { return table().signs; }
std::span<const OperatorSpelling> operator_words() { return table().words; }

}  // namespace fairmon::syntax
