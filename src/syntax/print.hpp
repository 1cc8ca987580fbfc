#pragma once

#include <string>
#include <string_view>

#include "syntax/ast.hpp"

namespace fairmon::syntax {

/// The tree as text that reads back as the same tree: one declaration a line, canonical spellings,
/// no comments. Parentheses are added where the tree needs them.
[[nodiscard]] std::string print(const Ast& ast);

/// The tree node by node, one a line, indented; byte offsets say where each stands.
[[nodiscard]] std::string print_tree(const Ast& ast);

[[nodiscard]] std::string print_expression(const Ast& ast, ExprId id);
[[nodiscard]] std::string print_pacing(const Ast& ast, const PacingExpr& pacing);
[[nodiscard]] std::string print_type(const TypeExpr& type);
/// A text literal with its quotes, special characters escaped.
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace fairmon::syntax
