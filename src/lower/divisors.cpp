// Shares that are divided by hand: is the divisor a count, so that it is the size of the group?
#include <algorithm>
#include <cstdint>
#include <map>

#include "lower/lowering.hpp"

namespace fairmon::lower {

using sema::ConstructKind;
using sema::ConstructUse;

namespace {

/// Decides whether an expression can only count: zeros and ones, counts of windows and instances,
/// sums of those, and streams that add such things to their own last value. Everything else (an
/// income, a sum of amounts, pseudo-counts of a prior) is no size of a group.
class CountFinder {
 public:
  CountFinder(const syntax::Ast& ast, const sema::Analysis& analysis)
      : ast_(ast), analysis_(analysis) {}

  [[nodiscard]] bool counts(syntax::ExprId id) { return only_counts(id) && counted_; }

 private:
  bool only_counts(syntax::ExprId id) {
    const syntax::Expr& expr = ast_.exprs[id];
    const std::int32_t construct = analysis_.exprs[id].construct;
    if (construct >= 0) {
      return use_counts(analysis_.constructs[static_cast<std::size_t>(construct)]);
    }
    if (expr.kind == syntax::ExprKind::Paren) {
      return only_counts(expr.operands[0]);
    }
    if (expr.kind == syntax::ExprKind::If) {
      return only_counts(expr.operands[1]) && only_counts(expr.operands[2]);
    }
    if (expr.kind == syntax::ExprKind::Binary && expr.op == syntax::Op::Add) {
      return only_counts(expr.operands[0]) && only_counts(expr.operands[1]);
    }
    return is_zero_or_one(id);
  }

  [[nodiscard]] bool is_zero_or_one(syntax::ExprId id) const {
    const syntax::Expr& expr = ast_.exprs[id];
    return expr.kind == syntax::ExprKind::Number && expr.unit.empty() &&
           (expr.text == "0" || expr.text == "1" || expr.text == "0.0" || expr.text == "1.0");
  }

  bool use_counts(const ConstructUse& use) {
    if (use.fallback.valid() && !is_zero_or_one(use.fallback)) {
      return false;
    }
    switch (use.kind) {
      case ConstructKind::Sync:
      case ConstructKind::Offset:
      case ConstructKind::Hold:
      case ConstructKind::Get:
        return use.components.empty() && use.target.kind == sema::RefKind::Output &&
               output_counts(syntax::OutputId(use.target.index));
      case ConstructKind::Window:
      case ConstructKind::DiscreteWindow:
      case ConstructKind::InstanceWindow:
        counted_ = counted_ || use.aggregate->counts;
        return use.aggregate->counts;
      case ConstructKind::Defaults:
      case ConstructKind::Cast:
      case ConstructKind::Widen:
        return only_counts(use.operand);
      case ConstructKind::Delta:
      case ConstructKind::IsFresh:
      case ConstructKind::Occurrence:
      case ConstructKind::ProbStream:
      case ConstructKind::ProbEvaluation:
      case ConstructKind::ProbInstance:
      case ConstructKind::Claim:
        return false;
    }
    return false;
  }

  /// Looks at each output once, however many paths lead to it: one that does not count decides the
  /// whole.
  bool output_counts(syntax::OutputId id) {
    const auto [seen, is_new] = seen_.emplace(id.index(), Seen::Within);
    if (!is_new) {
      counted_ = counted_ || seen->second == Seen::Within;  // it adds to its own last value
      return true;
    }
    const syntax::OutputDecl& output = ast_.outputs[id];
    const bool all =
        !output.evals.empty() &&
        std::all_of(output.evals.begin(), output.evals.end(), [this](const auto& eval) {
          return eval.with.valid() && only_counts(eval.with);
        });
    seen->second = Seen::Counts;
    return all;
  }

  const syntax::Ast& ast_;
  const sema::Analysis& analysis_;
  enum class Seen : std::uint8_t { Within, Counts };
  std::map<std::size_t, Seen> seen_;  ///< by output
  bool counted_ = false;
};

}  // namespace

/// The division an expression is, if it divides by a count; else invalid.
syntax::ExprId Lowering::count_division(syntax::ExprId id) const {
  const syntax::Expr& expr = ast_.exprs[id];
  if (const ConstructUse* use = construct(id)) {
    const bool passes = use->kind == ConstructKind::Defaults || use->kind == ConstructKind::Cast ||
                        use->kind == ConstructKind::Widen;
    return passes ? count_division(use->operand) : syntax::ExprId();
  }
  if (expr.kind == syntax::ExprKind::Paren) {
    return count_division(expr.operands[0]);
  }
  if (expr.kind == syntax::ExprKind::If) {  // `if n > 0 then hits / n else 0.0`
    const bool guarded = ast_.exprs[expr.operands[2]].kind == syntax::ExprKind::Number;
    return guarded ? count_division(expr.operands[1]) : syntax::ExprId();
  }
  const bool divides = expr.kind == syntax::ExprKind::Binary && expr.op == syntax::Op::Divide;
  return divides && CountFinder(ast_, analysis_).counts(expr.operands[1]) ? id : syntax::ExprId();
}

syntax::ExprId Lowering::division_by_count(syntax::ExprId id) const {
  const syntax::ExprId division = count_division(id);
  return division.valid() ? ast_.exprs[division].operands[1] : syntax::ExprId();
}

syntax::ExprId Lowering::hits_of_division(syntax::ExprId id) const {
  const syntax::ExprId division = count_division(id);
  if (!division.valid()) {
    return {};
  }
  const syntax::ExprId over = ast_.exprs[division].operands[0];
  return CountFinder(ast_, analysis_).counts(over) ? over : syntax::ExprId();
}

ir::ExprId Lowering::as_count(syntax::ExprId id, const Scope& scope) {
  const ir::ExprId value = lower(id, scope);
  const Type wanted = Type::unsigned_integer();
  return builder_.type_of(value) == wanted ? value : builder_.apply("cast", {value}, wanted);
}

}  // namespace fairmon::lower
