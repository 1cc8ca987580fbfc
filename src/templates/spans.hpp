#pragma once

#include <functional>

#include "syntax/ast.hpp"

namespace fairmon::templates {

/// Calls `change` for every place mentioned in a tree.
void for_each_span(syntax::Ast& ast, const std::function<void(Span&)>& change);

/// Appends the declarations of `from` to `to`, keeping ids apart, and returns their references in
/// order; the caller puts these into `to.order`.
[[nodiscard]] std::vector<syntax::DeclRef> append(syntax::Ast& to, syntax::Ast from);

}  // namespace fairmon::templates
