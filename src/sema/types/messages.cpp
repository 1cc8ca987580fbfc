#include "sema/structure/quantities.hpp"
#include "sema/types/checker.hpp"

namespace fairmon::sema::types {

using syntax::ExprKind;
using syntax::Op;

std::string default_literal(const Type& type) {
  switch (type.kind()) {
    case TypeKind::Bool:
      return "false";
    case TypeKind::Int:
    case TypeKind::UInt:
      return "0";
    case TypeKind::Float:
    case TypeKind::Prob:
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      return "0.0";
    case TypeKind::String:
      return "\"\"";
    case TypeKind::Time:
      return "time_from_rfc(\"1970-01-01\")";
    case TypeKind::Tuple: {
      std::string text = "(";
      for (const Type& part : type.parts()) {
        const std::string literal = default_literal(part);
        if (literal.empty()) {
          return {};
        }
        text += (text.size() == 1 ? "" : ", ") + literal;
      }
      return text + ")";
    }
    case TypeKind::Optional:
      return default_literal(type.inner());
    case TypeKind::Unknown:
    case TypeKind::Bytes:
    case TypeKind::Duration:
      break;
  }
  return {};
}

void Checker::optional_used(ExprId id) {
  const syntax::Expr& expr = context_.expr(strip(context_.ast, id));
  const TermId type = type_of(id);
  diag::Report report(diagnostics_, Severity::Error, "optional-value", context_.expr(id).span,
                      fmt::format("this is {}: there may be no value, and it is not said what then",
                                  terms_.describe(type)));
  const std::string literal = default_literal(terms_.resolve(type));
  const bool postfix = expr.kind == ExprKind::Method || expr.kind == ExprKind::Index ||
                       expr.kind == ExprKind::Project || expr.kind == ExprKind::Name;
  if (literal.empty() || !postfix) {
    report.help("say what to use instead with `.defaults(to: …)`");
    return;
  }
  const ConstructUse* use = context_.construct(strip(context_.ast, id));
  const bool short_form = use != nullptr && expr.arguments.empty() &&
                          (use->kind == ConstructKind::Hold || use->kind == ConstructKind::Get ||
                           (use->kind == ConstructKind::Offset && expr.name.text == "last"));
  if (short_form && expr.span.end > 0) {
    report.fix("say what to use instead",
               {insert_at(expr.span.end - 1, expr.span.file, fmt::format("or: {}", literal))});
    return;
  }
  report.fix("say what to use instead",
             {insert_at(expr.span.end, expr.span.file, fmt::format(".defaults(to: {})", literal))});
}

bool Checker::improbable(ExprId id, TermId to) {
  const syntax::Expr& expr = context_.expr(strip(context_.ast, id));
  if (!terms_.is(to, TypeKind::Prob) || expr.kind != ExprKind::Number) {
    return false;
  }
  diag::error(diagnostics_, "not-a-probability", expr.span,
              fmt::format("a probability lies between 0 and 1, and {} does not", expr.text));
  return true;
}

void Checker::cast_fix(diag::Report& report, ExprId id, TermId to) {
  const syntax::Expr& expr = context_.expr(id);
  const TermId from = type_of(id);
  const ExprId inner = strip(context_.ast, id);
  if (terms_.is(to, TypeKind::Bool) && (terms_.kinds(from) & ~kNumbers) == 0) {
    const std::string text = context_.source(expr.span);
    report.fix("compare with zero", {{expr.span, fmt::format("({} != 0)", text)}});
    return;
  }
  if (!terms_.may_be(from, kNumbers) || (terms_.kinds(to) & ~kNumbers) != 0) {
    return;
  }
  const bool literal = context_.expr(inner).kind == ExprKind::Number;
  if (literal) {
    if (terms_.may_be(to, kIntegers) && !terms_.may_be(from, kIntegers)) {
      report.note("this place holds whole numbers");
    }
    return;
  }
  const Type source = terms_.resolve(from);
  const Type target = terms_.resolve(to);
  if (source.kind() == target.kind() && source.bits() <= target.bits()) {
    report.fix("widen it", {{expr.span, fmt::format("widen<{}>({})", target.to_string(),
                                                    context_.source(expr.span))}});
    return;
  }
  report.fix(fmt::format("convert it to {}", target.to_string()),
             {{expr.span, fmt::format("cast<{}, {}>({})", source.to_string(), target.to_string(),
                                      context_.source(context_.expr(inner).span))}});
}

/// `output d := x > 0.1` and `trigger d > 0.1`: the comparison was meant once.
void Checker::comparison_of_comparison(diag::Report& report, ExprId a, ExprId b) {
  // `1 < a < 3`, as in mathematics.
  const syntax::Expr& first = context_.expr(a);
  if (first.kind == ExprKind::Binary && first.op >= Op::Equal && first.op <= Op::GreaterEqual) {
    const Span middle = context_.expr(first.operands[1]).span;
    report.fix("compare twice", {{{first.span.end, first.span.end, middle.file},
                                  fmt::format(" && {}", context_.source(middle))}});
    return;
  }
  const ExprId boolean = terms_.is(type_of(a), TypeKind::Bool) ? a : b;
  const ConstructUse* use = context_.construct(strip(context_.ast, boolean));
  if (use == nullptr || use->target.kind != RefKind::Output) {
    return;
  }
  const syntax::OutputDecl& output = context_.output(use->target.index);
  if (output.evals.size() != 1 || !output.evals[0].with.valid()) {
    return;
  }
  const syntax::Expr& value = context_.expr(strip(context_.ast, output.evals[0].with));
  if (value.kind != ExprKind::Binary || value.op < Op::Equal || value.op > Op::GreaterEqual) {
    return;
  }
  report.label(value.focus, fmt::format("this makes `{}` a Bool", output.name.text));
  const Span kept = context_.expr(value.operands[0]).span;
  report.fix(fmt::format("let `{}` be the number", output.name.text),
             {{{kept.end, value.span.end, kept.file}, ""}});
}

void Checker::mismatch(ExprId place, ExprId a, ExprId b) {
  refused_.insert(place.value);
  const syntax::Expr& expr = context_.expr(place);
  const TermId left = type_of(a);
  const TermId right = type_of(b);
  std::string message =
      fmt::format("{} and {} do not go together", terms_.describe(left), terms_.describe(right));
  if (expr.kind == ExprKind::If) {
    message = fmt::format("the branches of `if` differ: {} and {}", terms_.describe(left),
                          terms_.describe(right));
  } else if (expr.kind == ExprKind::Binary && expr.op >= Op::Equal && expr.op <= Op::GreaterEqual) {
    message =
        fmt::format("{} cannot be compared with {}", terms_.describe(left), terms_.describe(right));
  }
  diag::Report report(diagnostics_, Severity::Error, "type-mismatch", expr.focus,
                      std::move(message));
  report.label(context_.expr(a).span, terms_.describe(left));
  report.label(context_.expr(b).span, terms_.describe(right));
  const bool numbers = terms_.may_be(left, kNumbers) && terms_.may_be(right, kNumbers);
  if (!numbers) {
    if (terms_.is(left, TypeKind::Bool) != terms_.is(right, TypeKind::Bool)) {
      comparison_of_comparison(report, a, b);
    }
    return;
  }
  // Toward the type that holds more: unsigned becomes signed, the narrower the wider.
  const bool left_wider = terms_.bits(left) > terms_.bits(right);
  const bool convert_left = terms_.is(left, TypeKind::UInt)    ? true
                            : terms_.is(right, TypeKind::UInt) ? false
                                                               : !left_wider;
  cast_fix(report, convert_left ? a : b, convert_left ? right : left);
}

}  // namespace fairmon::sema::types
