#pragma once

#include "syntax/ast.hpp"

namespace fairmon::syntax {

/// A copy of the expression with ids of its own, appended to `ast`. An invalid id stays invalid.
ExprId clone(Ast& ast, ExprId id);

/// The same for the parts that contain expressions.
[[nodiscard]] std::optional<PacingExpr> clone(Ast& ast, const std::optional<PacingExpr>& pacing);
[[nodiscard]] SpawnDecl clone(Ast& ast, const SpawnDecl& spawn);
[[nodiscard]] EvalDecl clone(Ast& ast, const EvalDecl& eval);
[[nodiscard]] CloseDecl clone(Ast& ast, const CloseDecl& close);

}  // namespace fairmon::syntax
