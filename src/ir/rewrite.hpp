#pragma once

#include <functional>
#include <utility>

#include "ir/program.hpp"

namespace fairmon::ir {

/// Calls `visit` with every place of the program that holds the root of an expression (clauses, key
/// guards, aggregations), valid ones only.
void for_each_root(Program& program, const std::function<void(ExprId&)>& visit);

/// The table of expressions a rewriting makes.
class AddExpr {
 public:
  explicit AddExpr(support::IdVector<ExprId, Expr>& table) : table_(table) {}
  ExprId operator()(Expr expr) const { return table_.push_back(std::move(expr)); }
  [[nodiscard]] const support::IdVector<ExprId, Expr>& made() const { return table_; }

 private:
  support::IdVector<ExprId, Expr>& table_;
};

/// Rebuilds the table of expressions: every expression reachable from a root is handed to `rewrite`
/// with its operands already renumbered, operands first; what it returns is the new expression.
/// Unreachable ones disappear.
void rewrite_exprs(Program& program, const std::function<ExprId(Expr, const AddExpr&)>& rewrite);

/// Forgets windows and aggregations no expression reads, and streams without `keep`; everything is
/// renumbered. Public streams must be kept.
void compact(Program& program, const std::function<bool(StreamId)>& keep);

/// Makes all reads of `from[i]` reads of `to`.
void redirect_streams(Program& program, const support::IdVector<StreamId, StreamId>& replacement);

/// Whether evaluating the expression can fail by itself (its streams having their values).
[[nodiscard]] bool can_fail(const Program& program, ExprId root);
/// The same of the outermost operation alone.
[[nodiscard]] bool can_fail(const Program& program, const Expr& expr);

}  // namespace fairmon::ir
