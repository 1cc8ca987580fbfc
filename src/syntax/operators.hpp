#pragma once

#include <string_view>

#include "syntax/ast.hpp"

namespace fairmon::syntax {

/// Level of a binary operator, 1 (loosest) … 12; 13 for unary ones.
[[nodiscard]] int precedence(Op op);
[[nodiscard]] bool is_right_associative(Op op);
/// The canonical spelling.
[[nodiscard]] std::string_view spelling(Op op);

constexpr int kUnaryPrecedence = 13;
constexpr int kPostfixPrecedence = 14;

}  // namespace fairmon::syntax
