#include "sema/ranges/ranges.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sema/ranges/bounds.hpp"

namespace fairmon::sema::ranges {
namespace {

using syntax::ExprKind;
using syntax::Op;

/// The comparison read from right to left.
Op mirrored(Op op) {
  return op == Op::Less           ? Op::Greater
         : op == Op::LessEqual    ? Op::GreaterEqual
         : op == Op::Greater      ? Op::Less
         : op == Op::GreaterEqual ? Op::LessEqual
                                  : op;
}

/// What `x op number` is for all x within bounds, if it is always the same.
std::optional<bool> outcome(Op op, Bounds x, double number) {
  const auto decided = [](bool always, bool never) {
    return always ? std::optional(true) : never ? std::optional(false) : std::nullopt;
  };
  const bool outside = number < x.least || number > x.most;
  if (op == Op::Less) {
    return decided(x.most < number, x.least >= number);
  }
  if (op == Op::LessEqual) {
    return decided(x.most <= number, x.least > number);
  }
  if (op == Op::Greater) {
    return decided(x.least > number, x.most <= number);
  }
  if (op == Op::GreaterEqual) {
    return decided(x.least >= number, x.most < number);
  }
  const bool equality = op == Op::Equal || op == Op::NotEqual;
  return equality && outside ? std::optional(op == Op::NotEqual) : std::nullopt;
}

std::string describe(Bounds bounds) {
  if (std::isinf(bounds.most)) {
    return fmt::format("is never below {}", bounds.least);
  }
  if (std::isinf(bounds.least)) {
    return fmt::format("is never above {}", bounds.most);
  }
  return fmt::format("lies between {} and {}", bounds.least, bounds.most);
}

class Check {
 public:
  explicit Check(Context& context) : context_(context), ranges_(context) {}

  void run() {
    for (std::uint32_t i = 0; i < context_.ast.outputs.size(); ++i) {
      output_ = i;
      for_each_clause(context_.output(i), [&](ClauseKind clause, std::size_t, ExprId id) {
        condition_ = clause == ClauseKind::EvalWhen ? strip(context_.ast, id) : ExprId();
        walk(id);
      });
      for (const syntax::EvalDecl& eval : context_.output(i).evals) {
        check_value(eval.with);
      }
    }
  }

 private:
  void walk(ExprId start) {
    std::vector<ExprId> open = {start};
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (context_.expr(id).kind == ExprKind::Binary) {
        compare(id);
      }
      const std::vector<ExprId> children = dependencies_of(context_, id);
      open.insert(open.end(), children.rbegin(), children.rend());
    }
  }

  void compare(ExprId id) {
    const syntax::Expr& expr = context_.expr(id);
    const auto left = constant_number(context_, expr.operands[0]);
    const auto right = constant_number(context_, expr.operands[1]);
    if (left.has_value() == right.has_value()) {
      return;
    }
    const ExprId subject = expr.operands[left ? 1 : 0];
    const ExprId number = expr.operands[left ? 0 : 1];
    const Bounds bounds = ranges_.of(subject);
    if (std::isinf(bounds.least) && std::isinf(bounds.most)) {
      return;
    }
    const auto always = outcome(left ? mirrored(expr.op) : expr.op, bounds, left ? *left : *right);
    if (!always) {
      return;
    }
    const bool fires = context_.output(output_).trigger && id == condition_;
    const std::string text = context_.source(context_.expr(subject).span);
    const bool quotable = !text.empty() && text.find('\n') == std::string::npos;
    diag::Report report(
        context_.diagnostics, Severity::Warning, "constant-comparison", context_.expr(number).span,
        fmt::format(
            "{} {}, so this {}", quotable ? fmt::format("`{}`", text) : "the other side",
            describe(bounds),
            fires ? *always ? "trigger fires whenever it is evaluated" : "trigger can never fire"
            : *always ? "is always true"
                      : "is never true"));
    report.label(context_.expr(subject).span, describe(bounds));
    suggest_share(report, number, bounds, *always);
  }

  /// `rate > 10` was meant in per cent.
  void suggest_share(diag::Report& report, ExprId number, Bounds bounds, bool always) {
    const syntax::Expr& literal = context_.expr(strip(context_.ast, number));
    const auto value = constant_number(context_, number);
    constexpr double kPerCent = 100;
    if (always || literal.kind != ExprKind::Number || bounds.least < -1 || bounds.most > 1 ||
        *value <= 1 || *value > kPerCent) {
      return;
    }
    report.fix("if it is meant in per cent, write it as a share",
               {{literal.span, fmt::format("{}", *value / kPerCent)}});
  }

  void check_value(ExprId value) {
    if (!value.valid() || context_.is_broken(value)) {
      return;
    }
    if (context_.facts(value).coercion == Coercion::FloatToProb) {
      check_probability(value);
    }
    if (const auto& declared = context_.output_facts(output_).checked_type) {
      check_width(value, *declared);
    }
  }

  /// A real input, perhaps held or behind a condition, that is taken for a probability as it is.
  void check_probability(ExprId id) {
    id = strip(context_.ast, id);
    const syntax::Expr& expr = context_.expr(id);
    if (expr.kind == ExprKind::If) {
      check_probability(expr.operands[1]);
      check_probability(expr.operands[2]);
      return;
    }
    const ConstructUse* use = context_.construct(id);
    if (use == nullptr) {
      return;
    }
    if (use->kind == ConstructKind::Defaults) {
      check_probability(use->operand);
    }
    const bool access = use->kind == ConstructKind::Sync || use->kind == ConstructKind::Hold ||
                        use->kind == ConstructKind::Get || use->kind == ConstructKind::Offset;
    if (!access || use->target.kind != RefKind::Input ||
        !context_.analysis.inputs.raw()[use->target.index].is(TypeKind::Float)) {
      return;
    }
    const syntax::InputDecl& input = context_.ast.inputs.raw()[use->target.index];
    diag::warning(context_.diagnostics, "unchecked-probability", expr.span,
                  fmt::format("`{}` is a Float64: a value outside 0 to 1 becomes an error in the "
                              "middle of the run",
                              input.name.text))
        .label(input.type.span, "declared here")
        .fix("let the input be a probability, so that bad records are found when they are read",
             {{input.type.span, "Prob"}})
        .fix("say that it is meant",
             {{expr.span, fmt::format("cast<Float64, Prob>({})", context_.source(expr.span))}});
  }

  void check_width(ExprId id, const Type& declared) {
    id = strip(context_.ast, id);
    const syntax::Expr& expr = context_.expr(id);
    if (expr.kind == ExprKind::If) {
      check_width(expr.operands[1], declared);
      check_width(expr.operands[2], declared);
    } else if (expr.kind == ExprKind::Tuple && declared.is(TypeKind::Tuple)) {
      for (std::size_t i = 0; i < expr.operands.size() && i < declared.parts().size(); ++i) {
        check_width(expr.operands[i], declared.parts()[i]);
      }
    } else if (const auto number = constant_number(context_, id); number && declared.is_integer()) {
      const Bounds bounds = bounds_of_type(declared);
      if (*number < bounds.least || *number > bounds.most) {
        diag::error(context_.diagnostics, "number-too-large", expr.span,
                    fmt::format("{} does not fit {}, which goes from {} to {}", *number,
                                declared.to_string(), bounds.least, bounds.most))
            .label(context_.output(output_).type->span, "declared here");
      }
    }
  }

  Context& context_;
  Ranges ranges_;
  std::uint32_t output_ = 0;
  ExprId condition_;
};

}  // namespace

void check(Context& context) { Check(context).run(); }

}  // namespace fairmon::sema::ranges
