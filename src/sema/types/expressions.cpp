#include <algorithm>
#include <cmath>

#include "sema/structure/quantities.hpp"
#include "sema/types/checker.hpp"
#include "syntax/operators.hpp"

namespace fairmon::sema::types {

using syntax::ExprKind;
using syntax::Op;

TermId Checker::infer(ExprId id) {
  if (!id.valid()) {
    return terms_.poison();
  }
  visited_.push_back(id);
  const TermId term = context_.is_broken(id) ? terms_.poison() : infer_kind(id);
  set_type(id, term);
  return term;
}

TermId Checker::infer_kind(ExprId id) {
  if (ConstructUse* use = context_.construct(id)) {
    return infer_construct(id, *use);
  }
  const syntax::Expr& expr = context_.expr(id);
  switch (expr.kind) {
    case ExprKind::Missing:
    case ExprKind::Lambda:
    case ExprKind::Index:
      return terms_.poison();
    case ExprKind::Bool:
      return bool_;
    case ExprKind::String:
      return string_;
    case ExprKind::Number:
      return infer_number(id);
    case ExprKind::Name:
      return infer_name(id);
    case ExprKind::Unary:
      return infer_unary(id);
    case ExprKind::Binary:
      return infer_binary(id);
    case ExprKind::If:
      return infer_if(id);
    case ExprKind::Paren:
      return infer(expr.operands.front());
    case ExprKind::Project:
      return infer_project(id);
    case ExprKind::Call:
    case ExprKind::Method:
      return infer_call(id);
    case ExprKind::Tuple: {
      std::vector<TermId> parts;
      bool broken = false;
      for (const ExprId operand : expr.operands) {
        parts.push_back(infer(operand));
        broken |= terms_.is_poison(parts.back());
      }
      return broken ? terms_.poison() : terms_.tuple(std::move(parts));
    }
  }
  return terms_.poison();
}

bool Checker::fits_real(const syntax::Expr& number, double value) {
  const std::size_t exponent = std::min(number.text.find_first_of("eE"), number.text.size());
  const bool nonzero = number.text.find_first_of("123456789") < exponent;
  const bool large = !std::isfinite(value);
  if (!large && (value != 0 || !nonzero)) {
    return true;
  }
  diag::error(diagnostics_, "number-too-large", number.span,
              large ? "this number is too large for a Float64"
                    : "this number is so small that a Float64 takes it for 0")
      .note(large ? "the largest one is about 1.8e308" : "the smallest one is about 4.9e-324");
  return false;
}

TermId Checker::infer_number(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  if (!expr.unit.empty()) {
    diag::error(diagnostics_, "unexpected-unit", expr.span,
                fmt::format("`{}{}` is a time or frequency, but a plain number is wanted here",
                            expr.text, expr.unit))
        .note("units stand behind `@`, in `over:` and nowhere else")
        .fix("drop the unit", {{expr.span, expr.text}});
    return terms_.poison();
  }
  const bool negative = !expr.text.empty() && expr.text.front() == '-';
  const double value = structure::real_value(expr.text);
  KindSet kinds = any_of(TypeKind::Float, TypeKind::Fixed);
  if (!negative) {
    kinds |= only(TypeKind::UFixed);
  }
  if (value >= 0 && value <= 1) {
    kinds |= only(TypeKind::Prob);
  }
  if (!structure::is_integer_text(expr.text)) {
    return fits_real(expr, value) ? terms_.fresh(kinds) : terms_.poison();
  }
  if (!structure::integer_value(expr.text)) {
    diag::error(diagnostics_, "number-too-large", expr.span,
                "this whole number does not fit into 64 bits")
        .note("the largest one is 9223372036854775807")
        .help(fmt::format("as a real number it is written `{}.0`", expr.text));
    return terms_.poison();
  }
  kinds |= negative ? only(TypeKind::Int) : kIntegers;
  return terms_.fresh(kinds);
}

TermId Checker::infer_name(ExprId id) {
  const NameRef ref = context_.facts(id).ref;
  switch (ref.kind) {
    case RefKind::Constant:
      return terms_.known(context_.analysis.constants.raw()[ref.index]);
    case RefKind::Parameter:
      return parameters_[current_][ref.index];
    case RefKind::LambdaParameter:
      return lambdas_.empty() || ref.index >= lambdas_.back().size() ? terms_.poison()
                                                                     : lambdas_.back()[ref.index];
    case RefKind::None:
    case RefKind::Input:
    case RefKind::Output:
      break;
  }
  return terms_.poison();
}

TermId Checker::infer_unary(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  const ExprId operand = expr.operands.front();
  const TermId type = infer(operand);
  if (terms_.is_poison(type)) {
    return type;
  }
  if (expr.op == Op::Not) {
    expect_bool(operand, "what is negated by `!`");
    return bool_;
  }
  if (terms_.is(type, TypeKind::Optional)) {
    optional_used(operand);
    return terms_.poison();
  }
  if (expr.op == Op::Plus) {
    return type;
  }
  if (expr.op == Op::Negate) {
    // A literal that is negated later than it is written, as in `-(3)`, is not unsigned.
    (void)terms_.restrict(
        type, static_cast<KindSet>(~any_of(TypeKind::UInt, TypeKind::UFixed, TypeKind::Prob)));
    if (terms_.is(type, TypeKind::Prob)) {
      flow(operand, float_);
      return float_;
    }
    (void)terms_.restrict(type, kNumbers | only(TypeKind::Duration));
    return type;
  }
  (void)terms_.restrict(type, kIntegers);
  return type;
}

TermId Checker::infer_binary(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  switch (syntax::operator_entry(expr.op)->notation->typing) {
    case builtins::Typing::Logic:
      for (const ExprId operand : expr.operands) {
        infer(operand);
        expect_bool(operand, fmt::format("each side of `{}`", syntax::spelling(expr.op)));
      }
      return bool_;
    case builtins::Typing::Comparison:
      return infer_comparison(id);
    case builtins::Typing::Bits:
      return infer_bits(id);
    case builtins::Typing::Arithmetic:
      return infer_arithmetic(id);
  }
  return terms_.poison();
}

bool Checker::is_literal_one(ExprId id) const {
  const syntax::Expr& expr = context_.expr(strip(context_.ast, id));
  return expr.kind == ExprKind::Number && expr.unit.empty() &&
         structure::real_value(expr.text) == 1.0;
}

TermId Checker::infer_arithmetic(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  const ExprId left = expr.operands[0];
  const ExprId right = expr.operands[1];
  const TermId a = infer(left);
  const TermId b = infer(right);
  if (terms_.is_poison(a) || terms_.is_poison(b)) {
    return terms_.poison();
  }
  for (const ExprId operand : expr.operands) {
    if (terms_.is(type_of(operand), TypeKind::Optional)) {
      optional_used(operand);
      return terms_.poison();
    }
  }
  const bool times = (terms_.kinds(a) & ~kTimes) == 0 || (terms_.kinds(b) & ~kTimes) == 0;
  if (times) {
    const builtins::Function* function = syntax::operator_entry(expr.op);
    return function == nullptr ? terms_.poison() : apply(id, *function, {left, right});
  }
  if (!terms_.restrict(a, kNumbers) || !terms_.restrict(b, kNumbers)) {
    const bool wrong_left = !terms_.may_be(a, kNumbers);
    diag::Report report(
        diagnostics_, Severity::Error, "operand-type",
        context_.expr(wrong_left ? left : right).span,
        fmt::format("`{}` works on numbers, but this is {}", syntax::spelling(expr.op),
                    terms_.describe(wrong_left ? a : b)));
    report.label(expr.focus, "needs numbers");
    if (terms_.is(wrong_left ? a : b, TypeKind::String)) {
      report.help("texts are put together with `format(\"{{}}{{}}\", x, y)`");
    } else if (terms_.is(wrong_left ? a : b, TypeKind::Bool)) {
      const Span place = context_.expr(wrong_left ? left : right).span;
      report.fix("count true as 1",
                 {{place, fmt::format("(if {} then 1 else 0)", context_.source(place))}});
    }
    return terms_.poison();
  }
  // 1 - p is a probability again.
  if (expr.op == Op::Subtract && is_literal_one(left) && terms_.is(b, TypeKind::Prob)) {
    complements_.insert(id.value);
    flow(left, float_);
    flow(right, float_);
    return terms_.known(Type::prob());
  }
  const auto common = join(left, right, expr.op != Op::Multiply);
  if (!common) {
    mismatch(id, left, right);
    return terms_.poison();
  }
  if (real_.contains(id.value) && (terms_.kinds(*common) & ~kIntegers) == 0) {
    return terms_.known(Type::floating());
  }
  return *common;
}

TermId Checker::infer_bits(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  for (const ExprId operand : expr.operands) {
    const TermId type = infer(operand);
    if (terms_.is_poison(type)) {
      continue;
    }
    if (!terms_.restrict(type, kIntegers)) {
      diag::Report report(diagnostics_, Severity::Error, "operand-type",
                          context_.expr(operand).span,
                          fmt::format("`{}` works on the bits of whole numbers, but this is {}",
                                      syntax::spelling(expr.op), terms_.describe(type)));
      if (terms_.is(type, TypeKind::Bool) && (expr.op == Op::BitAnd || expr.op == Op::BitOr)) {
        report.fix("combine conditions", {{expr.focus, expr.op == Op::BitAnd ? "&&" : "||"}});
      }
      // The other operand is still looked at for its own mistakes.
      for (const ExprId other : expr.operands) {
        if (!type_of(other).valid()) {
          infer(other);
        }
      }
      return terms_.poison();
    }
  }
  const auto common = join(expr.operands[0], expr.operands[1], true);
  if (!common) {
    mismatch(id, expr.operands[0], expr.operands[1]);
    return terms_.poison();
  }
  return *common;
}

TermId Checker::infer_comparison(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  const TermId a = infer(expr.operands[0]);
  const TermId b = infer(expr.operands[1]);
  if (terms_.is_poison(a) || terms_.is_poison(b)) {
    return bool_;
  }
  const bool left_optional = terms_.is(a, TypeKind::Optional);
  const bool right_optional = terms_.is(b, TypeKind::Optional);
  const bool ordering = expr.op != Op::Equal && expr.op != Op::NotEqual;
  if (left_optional != right_optional || (left_optional && ordering)) {
    optional_used(expr.operands[left_optional ? 0 : 1]);
    refused_.insert(id.value);
    return bool_;
  }
  if (!join(expr.operands[0], expr.operands[1], false)) {
    mismatch(id, expr.operands[0], expr.operands[1]);
  }
  return bool_;
}

TermId Checker::infer_if(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  infer(expr.operands[0]);
  expect_bool(expr.operands[0], "the condition of `if`");
  const TermId a = infer(expr.operands[1]);
  const TermId b = infer(expr.operands[2]);
  if (terms_.is_poison(a) || terms_.is_poison(b)) {
    return terms_.is_poison(a) ? b : a;
  }
  const bool left_optional = terms_.is(a, TypeKind::Optional);
  if (left_optional != terms_.is(b, TypeKind::Optional)) {
    optional_used(expr.operands[left_optional ? 1 : 2]);
    return terms_.poison();
  }
  const auto common = join(expr.operands[1], expr.operands[2], false);
  if (!common) {
    mismatch(id, expr.operands[1], expr.operands[2]);
    return terms_.poison();
  }
  return *common;
}

TermId Checker::infer_project(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  const TermId type = infer(expr.operands.front());
  if (terms_.is_poison(type)) {
    return type;
  }
  TermId tuple = type;
  const bool optional = terms_.is(type, TypeKind::Optional);
  if (optional) {
    tuple = terms_.parts(type).front();
  }
  if (!terms_.is(tuple, TypeKind::Tuple)) {
    diag::error(diagnostics_, "no-components", expr.focus,
                fmt::format("only a tuple has components, but this is {}", terms_.describe(type)))
        .label(context_.expr(expr.operands.front()).span, terms_.describe(type));
    return terms_.poison();
  }
  const std::vector<TermId>& parts = terms_.parts(tuple);
  if (expr.index >= parts.size()) {
    diag::error(diagnostics_, "no-such-component", expr.focus,
                fmt::format("{} has {} component{}, counted from 0", terms_.describe(tuple),
                            parts.size(), parts.size() == 1 ? "" : "s"))
        .label(context_.expr(expr.operands.front()).span, terms_.describe(type));
    return terms_.poison();
  }
  const TermId part = parts[expr.index];
  return optional ? terms_.optional(part) : part;
}

}  // namespace fairmon::sema::types
