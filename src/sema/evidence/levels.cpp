#include "sema/evidence/levels.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sema/structure/quantities.hpp"

namespace fairmon::sema::evidence {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  return text;
}

std::optional<double> plain_number(std::string_view text) {
  text = trimmed(text);
  const bool plausible = !text.empty() &&
                         text.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
                         text.find_first_of("0123456789") != std::string_view::npos;
  const double value = plausible ? structure::real_value(text) : 0.0;
  return plausible && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool is_level(double value) { return value > 0.0 && value < 1.0; }

/// `95` most probably means 95 %.
void suggest_level(diag::Report& report, Span place, double value) {
  if (value > 1.0 && value < 100.0) {
    report.fix("as a share of one", {{place, fmt::format("{}", value / 100.0)}});
  } else {
    report.fix("wrong once in twenty times at most", {{place, "0.95"}});
  }
}

/// The level that holds for all statements without one, and how many of them share it.
std::optional<double> common_level(Context& context, const AnalysisOptions& options) {
  for (const syntax::TagExpr& tag : context.ast.global_tags) {
    if (tag.key.text != "level" || !tag.value) {
      continue;
    }
    if (const auto level = parse_level(*tag.value)) {
      return options.level ? options.level : level;
    }
    diag::error(context.diagnostics, "tag-value", tag.value_span,
                fmt::format("a level lies between 0 and 1, and `{}` does not", *tag.value))
        .fix("wrong once in twenty times at most", {{tag.value_span, "\"0.95\""}});
    return 0.95;  // reported once
  }
  return options.level;
}

void own_level(Context& context, ConstructUse& use) {
  const Span place = context.expr(use.level).span;
  const auto level = number_in(context, use.level);
  if (!level) {
    diag::error(context.diagnostics, "level-not-constant", place,
                "a level is fixed before the first event, so it must be a number or a constant")
        .note("a level that follows the data would choose how sure to be after looking");
  } else if (!is_level(*level)) {
    diag::Report report(context.diagnostics, Severity::Error, "level-out-of-range", place,
                        fmt::format("a level lies between 0 and 1, and {} does not", *level));
    suggest_level(report, place, *level);
  } else {
    use.error = 1.0 - *level;
  }
}

void resolve_groups(Context& context, ConstructUse& use) {
  if (!use.groups.valid()) {
    return;
  }
  const auto groups = number_in(context, use.groups);
  if (groups && *groups >= 1.0 && *groups <= 1e6) {
    use.num_groups = static_cast<std::uint32_t>(*groups);
    return;
  }
  const Span place = context.expr(use.groups).span;
  diag::error(context.diagnostics, "bad-groups", place,
              "how many groups are expected is a whole number from 1 on, fixed before the run")
      .fix("leave it out", {{{context.expr(use.level.valid() ? use.level : use.operand).span.end,
                              place.end, place.file},
                             ""}});
}

void resolve_recent(Context& context, ConstructUse& use) {
  if (!use.recent_flag.valid()) {
    return;
  }
  const syntax::Expr& flag = context.expr(strip(context.ast, use.recent_flag));
  if (flag.kind == syntax::ExprKind::Bool) {
    use.recent = flag.text == "true";
    return;
  }
  diag::error(
      context.diagnostics, "bad-recent", flag.span,
      "whether to look at recent stretches, too, is `true` or `false`, fixed before the run")
      .fix("look at them", {{flag.span, "true"}});
}

}  // namespace

std::optional<double> number_in(const Context& context, ExprId id) {
  id = strip(context.ast, id);
  const syntax::Expr& expr = context.expr(id);
  if (expr.kind == syntax::ExprKind::Number) {
    return structure::real_value(expr.text);
  }
  if (expr.kind == syntax::ExprKind::Unary && expr.op == syntax::Op::Negate) {
    const auto inner = number_in(context, expr.operands[0]);
    return inner ? std::optional(-*inner) : std::nullopt;
  }
  const NameRef ref = context.facts(id).ref;
  if (ref.kind != RefKind::Constant) {
    return std::nullopt;
  }
  const Value& value = context.analysis.constant_values.raw()[ref.index];
  if (const auto* real = std::get_if<double>(&value.content())) {
    return *real;
  }
  if (const auto* whole = std::get_if<std::int64_t>(&value.content())) {
    return static_cast<double>(*whole);
  }
  if (const auto* natural = std::get_if<std::uint64_t>(&value.content())) {
    return static_cast<double>(*natural);
  }
  return std::nullopt;
}

std::optional<double> parse_level(std::string_view text) {
  const auto level = plain_number(text);
  return level && is_level(*level) ? level : std::nullopt;
}

std::optional<ir::evidence::Interval> parse_range(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) {
    return std::nullopt;
  }
  const auto low = plain_number(text.substr(0, comma));
  const auto high = plain_number(text.substr(comma + 1));
  return low && high && *low < *high ? std::optional(ir::evidence::Interval{*low, *high})
                                     : std::nullopt;
}

void resolve_levels(Context& context, const AnalysisOptions& options) {
  const std::optional<double> common = common_level(context, options);
  std::vector<ConstructUse*> sharing;
  for (const ExprId id : context.analysis.claims) {
    ConstructUse& use = *context.construct(id);
    resolve_groups(context, use);
    resolve_recent(context, use);
    if (use.level.valid()) {
      own_level(context, use);
      continue;
    }
    sharing.push_back(&use);
    if (!common) {
      const syntax::Expr& expr = context.expr(id);
      const Span end = context.expr(use.operand).span;
      diag::error(context.diagnostics, "level-needed", expr.name.span,
                  fmt::format("`{}` needs to be told how sure is sure enough", expr.name.text))
          .note("at 0.95, all it ever says is wrong with a probability of at most one in twenty")
          .fix("wrong once in twenty times at most",
               {insert_at(end.end, end.file, ", level: 0.95")});
    }
  }
  for (ConstructUse* use : sharing) {
    use->error = (1.0 - common.value_or(0.95)) / static_cast<double>(sharing.size());
  }
}

void resolve_ranges(Context& context) {
  for (std::uint32_t i = 0; i < context.ast.inputs.size(); ++i) {
    for (const syntax::TagExpr& tag : context.ast.inputs.raw()[i].tags) {
      if (tag.key.text != "range" || !tag.value) {
        continue;
      }
      if (const auto range = parse_range(*tag.value)) {
        context.analysis.input_ranges[i] = *range;
      }
    }
  }
}

}  // namespace fairmon::sema::evidence
