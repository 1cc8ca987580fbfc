#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "builtins/catalogue.hpp"
#include "syntax/ast.hpp"
#include "syntax/token.hpp"

/// How operators are written. Everything but their tokens comes from the catalogue of builtins.
namespace fairmon::syntax {

/// Null for the sign `+`, which does nothing.
[[nodiscard]] const builtins::Function* operator_entry(Op op);
/// Level of a binary operator, 1 (loosest) … 12; 13 for unary ones.
[[nodiscard]] int precedence(Op op);
[[nodiscard]] bool is_right_associative(Op op);
/// The canonical spelling.
[[nodiscard]] std::string_view spelling(Op op);

/// The operator between two operands that a token stands for.
[[nodiscard]] std::optional<Op> binary_operator(TokenKind token);

struct OperatorSpelling {
  std::string_view text;
  TokenKind token;
};
/// All spellings of all operators; words such as `and` apart.
[[nodiscard]] std::span<const OperatorSpelling> operator_signs();
[[nodiscard]] std::span<const OperatorSpelling> operator_words();

/// Token kinds of operators are the last ones.
constexpr TokenKind kFirstOperator = TokenKind::Implies;
constexpr int kUnaryPrecedence = 13;
constexpr int kPostfixPrecedence = 14;

}  // namespace fairmon::syntax
