#include "sema/types/checker.hpp"

namespace fairmon::sema::types {

using syntax::ExprKind;

namespace {

/// What widens to Float64 without being asked.
constexpr KindSet kWidening = kIntegers | only(TypeKind::Prob);

}  // namespace

Checker::Fit Checker::fit(TermId from, TermId to, bool may_check) {
  if (terms_.unify(from, to)) {
    return Fit::Same;
  }
  const bool widens = (terms_.kinds(from) & ~kWidening) == 0;
  if (widens && terms_.may_be(to, only(TypeKind::Float))) {
    (void)terms_.restrict(to, only(TypeKind::Float));
    return Fit::Widened;
  }
  if (may_check && terms_.is(to, TypeKind::Prob) && terms_.may_be(from, only(TypeKind::Float))) {
    (void)terms_.restrict(from, only(TypeKind::Float));
    return Fit::Checked;
  }
  return Fit::No;
}

bool Checker::flow(ExprId id, TermId to, bool may_check) {
  const TermId from = type_of(id);
  if (terms_.is_poison(from) || terms_.is_poison(to)) {
    return true;
  }
  // A tuple written out converts component by component.
  const ExprId inner = strip(context_.ast, id);
  const syntax::Expr& expr = context_.expr(inner);
  if (expr.kind == ExprKind::Tuple && terms_.is(to, TypeKind::Tuple) &&
      terms_.parts(to).size() == expr.operands.size()) {
    const std::vector<TermId> parts = terms_.parts(to);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!flow(expr.operands[i], parts[i], may_check)) {
        return false;
      }
    }
    for (ExprId outer = id; outer != inner; outer = context_.expr(outer).operands.front()) {
      set_type(outer, to);
    }
    set_type(inner, to);
    return true;
  }
  // A literal is checked here and now, not at run time.
  const bool literal = expr.kind == ExprKind::Number;
  if (fit(from, to, may_check && !literal) == Fit::No) {
    return false;
  }
  used_[id.index()] = to;
  return true;
}

std::optional<TermId> Checker::join(ExprId a, ExprId b, bool without_prob) {
  const TermId left = type_of(a);
  const TermId right = type_of(b);
  if (terms_.is_poison(left) || terms_.is_poison(right)) {
    return terms_.poison();
  }
  const auto common = static_cast<KindSet>(terms_.kinds(left) & terms_.kinds(right));
  const KindSet allowed =
      without_prob ? static_cast<KindSet>(common & ~only(TypeKind::Prob)) : common;
  if (allowed != 0 && terms_.unify(left, right)) {
    (void)terms_.restrict(left, allowed);
    return left;
  }
  if (allowed != 0) {
    return std::nullopt;  // widths or components differ
  }
  const auto reaches_float = [&](TermId term) {
    return terms_.may_be(term, only(TypeKind::Float)) || (terms_.kinds(term) & ~kWidening) == 0;
  };
  const bool wanted = terms_.may_be(left, kReals) || terms_.may_be(right, kReals);
  if (!wanted || !reaches_float(left) || !reaches_float(right)) {
    return std::nullopt;
  }
  const TermId real = terms_.fresh(only(TypeKind::Float));
  if (!flow(a, real) || !flow(b, real)) {
    return std::nullopt;
  }
  return real;
}

void Checker::expect(ExprId id, TermId to, std::string_view role) {
  const TermId from = type_of(id);
  if (terms_.is(from, TypeKind::Optional) && !terms_.may_be(to, only(TypeKind::Optional))) {
    optional_used(id);
    return;
  }
  if (flow(id, to) || improbable(id, to)) {
    return;
  }
  const syntax::Expr& expr = context_.expr(id);
  diag::Report report(diagnostics_, Severity::Error, "type-mismatch", expr.span,
                      fmt::format("{} must be {}, but this is {}", role, terms_.describe(to),
                                  terms_.describe(from)));
  cast_fix(report, id, to);
}

}  // namespace fairmon::sema::types
