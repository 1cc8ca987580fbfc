#include "syntax/operators.hpp"

#include <array>
#include <cstddef>

namespace fairmon::syntax {
namespace {

struct Row {
  std::string_view text;
  int level;
};

// In the order of Op.
constexpr std::array<Row, 24> kRows = {{
    {"->", 1}, {"||", 2}, {"&&", 3}, {"|", 4},   {"^", 5},  {"&", 6},  {"==", 7}, {"!=", 7},
    {"<", 8},  {"<=", 8}, {">", 8},  {">=", 8},  {"<<", 9}, {">>", 9}, {"+", 10}, {"-", 10},
    {"*", 11}, {"/", 11}, {"%", 11}, {"**", 12}, {"-", 13}, {"+", 13}, {"!", 13}, {"~", 13},
}};
static_assert(kRows.size() == static_cast<std::size_t>(Op::Complement) + 1);

}  // namespace

int precedence(Op op) { return kRows[static_cast<std::size_t>(op)].level; }

bool is_right_associative(Op op) { return op == Op::Implies || op == Op::Power; }

std::string_view spelling(Op op) { return kRows[static_cast<std::size_t>(op)].text; }

}  // namespace fairmon::syntax
