#include "sema/evidence/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sema/evidence/levels.hpp"
#include "sema/evidence/uncertain.hpp"

namespace fairmon::sema::evidence {
namespace {

using builtins::AggregateEnds;
using syntax::ExprKind;

/// Walks from the statements to the places they speak of.
class ClaimChecker {
 public:
  explicit ClaimChecker(Context& context) : context_(context), uncertain_(context) {}

  void run() {
    for (const ExprId id : context_.analysis.claims) {
      const ConstructUse& use = *context_.construct(id);
      if (context_.is_broken(id) || context_.is_broken(use.operand)) {
        continue;
      }
      found_average_ = ExprId();
      visit(use.operand);
      if (use.recent) {
        check_recent(use);
      }
      if (!uncertain_(use.operand) && !found_average_.valid()) {
        nothing_uncertain(id, use);
      }
      default_bands(use);
    }
    for (std::uint32_t i = 0; i < context_.ast.outputs.size(); ++i) {
      context_.output_facts(i).uncertain = uncertain_.output(i);
      check_band(i);
      find_statement(i);
    }
  }

 private:
  /// Stretches are cut out of a whole history: every rate that is spoken of needs one.
  void check_recent(const ConstructUse& use) {
    std::set<std::uint32_t> seen;
    std::vector<ExprId> open = {use.operand};
    std::set<std::uint32_t> outputs;
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (!id.valid() || context_.is_broken(id) || !seen.insert(id.value).second) {
        continue;
      }
      const ConstructUse* part = context_.construct(id);
      if (uncertain_.is_place(id)) {
        if (part->duration || part->aggregate != nullptr ||
            part->kind == ConstructKind::ProbInstance) {
          diag::error(context_.diagnostics, "bad-recent", context_.expr(use.recent_flag).span,
                      "`recent` cuts stretches out of a whole history, which this rate has not")
              .label(context_.expr(id).span, "this one")
              .help("a window looks at the recent past already: leave `recent` out, or `over`");
          return;
        }
        continue;
      }
      if (part != nullptr && part->target.kind == RefKind::Output &&
          outputs.insert(part->target.index).second) {
        for (const syntax::EvalDecl& eval : context_.output(part->target.index).evals) {
          open.push_back(eval.with);
        }
      }
      const std::vector<ExprId> parts = dependencies_of(context_, id);
      open.insert(open.end(), parts.begin(), parts.end());
    }
  }

  /// What people look at gets the band of the first statement that speaks of it.
  void default_bands(const ConstructUse& use) {
    for (const std::uint32_t index : outputs_) {
      OutputFacts& facts = context_.output_facts(index);
      const auto& tags = context_.output(index).tags;
      const bool shown = std::any_of(tags.begin(), tags.end(), [](const syntax::TagExpr& tag) {
        return tag.key.text == "plot" || tag.key.text == "public";
      });
      if (shown && !facts.band_error && use.error > 0.0 && uncertain_.output(index)) {
        facts.band_error = use.error;
        facts.band_groups = use.num_groups;
      }
    }
  }

  /// The first statement that decides an output, which can be violated, kept or undecided.
  void find_statement(std::uint32_t index) {
    OutputFacts& facts = context_.output_facts(index);
    const syntax::OutputDecl& output = context_.output(index);
    if (!asked_.insert(index).second || (!output.trigger && !facts.type.is(TypeKind::Bool))) {
      return;
    }
    for (const syntax::EvalDecl& eval : output.evals) {
      std::vector<ExprId> open = {output.trigger ? eval.when : eval.with};
      while (!open.empty() && !facts.statement.valid()) {
        const ExprId id = open.back();
        open.pop_back();
        if (id.valid() && !context_.is_broken(id)) {
          look_for_statement(index, id, open);
        }
      }
    }
  }

  void look_for_statement(std::uint32_t index, ExprId id, std::vector<ExprId>& open) {
    OutputFacts& facts = context_.output_facts(index);
    const ConstructUse* use = context_.construct(id);
    if (use != nullptr && use->kind == ConstructKind::Claim) {
      if (use->claim == ClaimKind::Certain || use->claim == ClaimKind::Lower) {
        facts.statement = id;
        facts.statement_output = index;
      }
      return;
    }
    if (use != nullptr && use->target.kind == RefKind::Output) {
      find_statement(use->target.index);
      const OutputFacts& other = context_.output_facts(use->target.index);
      if (other.statement.valid()) {
        facts.statement = other.statement;
        facts.statement_output = other.statement_output;
        return;
      }
    }
    const std::vector<ExprId> parts = dependencies_of(context_, id);
    open.insert(open.end(), parts.rbegin(), parts.rend());
  }

  /// A band is a statement about every value of its output.
  void check_band(std::uint32_t index) {
    for (const syntax::TagExpr& tag : context_.output(index).tags) {
      const auto level =
          tag.key.text == "band" && tag.value ? parse_level(*tag.value) : std::nullopt;
      if (!level) {
        continue;
      }
      context_.output_facts(index).band_error = 1.0 - *level;
      found_average_ = ExprId();
      visit_output(index);
      if (!uncertain_.output(index) && !found_average_.valid()) {
        diag::error(
            context_.diagnostics, "nothing-uncertain", tag.span,
            fmt::format("{} has no band: no rate stands behind its value", context_.title(index)))
            .fix("leave it out", {{tag.span, ""}});
      }
    }
  }

  void nothing_uncertain(ExprId id, const ConstructUse& use) {
    const syntax::Expr& expr = context_.expr(id);
    diag::error(context_.diagnostics, "nothing-uncertain", expr.name.span,
                "nothing here is uncertain: no rate stands behind this value")
        .note(
            "a rate is a `prob`, or an average over a window (`over:`) of values with a "
            "`#[range=\"…\"]`")
        .fix("state it without a level",
             {{{expr.span.begin, context_.expr(use.operand).span.begin, expr.span.file}, ""},
              {{context_.expr(use.operand).span.end, expr.span.end, expr.span.file}, ""}});
  }

  void visit(ExprId id) {
    if (!id.valid() || context_.is_broken(id) || !seen_.insert(id.value).second) {
      return;
    }
    const ConstructUse* use = context_.construct(id);
    if (use != nullptr && use->kind == ConstructKind::Claim) {
      return;
    }
    if (uncertain_.is_place(id)) {
      check_inclusion(id, *use);
      return;
    }
    if (use != nullptr) {
      visit_construct(id, *use);
    } else {
      visit_call(id);
      check_division(id);
    }
    for (const ExprId part : dependencies_of(context_, id)) {
      visit(part);
    }
  }

  void visit_construct(ExprId id, const ConstructUse& use) {
    const bool aggregates = use.aggregate != nullptr;
    const bool target_uncertain =
        use.target.kind == RefKind::Output && uncertain_.output(use.target.index);
    if (aggregates && target_uncertain && use.aggregate->ends == AggregateEnds::None) {
      diag::error(context_.diagnostics, "no-bounds", context_.expr(id).focus,
                  fmt::format("bounds do not pass through `{}`, and `{}` is uncertain",
                              use.aggregate->name, context_.name_of(use.target)))
          .label(context_.declared_at(use.target), "known by its trials only")
          .help("they pass through min, max, sum, avg, count, exists and forall");
    } else if (is_average(use) && !target_uncertain) {
      average_without_range(id, use);
    }
    if (use.where.valid()) {
      check_control(context_.expr(use.where).operands.front(), "which instances are looked at");
    }
    if (use.kind == ConstructKind::Defaults || use.fallback.valid()) {
      check_default(id, use, target_uncertain);
    }
    if (use.target.kind == RefKind::Output) {
      visit_output(use.target.index);
    }
  }

  /// A share of Bool has bounds always; what is left are averages of numbers.
  void average_without_range(ExprId id, const ConstructUse& use) {
    found_average_ = id;
    diag::Report report(
        context_.diagnostics, Severity::Error, "range-needed", context_.expr(id).focus,
        fmt::format("an average has bounds only if its values have a range, and `{}` has none",
                    context_.name_of(use.target)));
    if (use.target.kind == RefKind::Input) {
      const syntax::InputDecl& input = context_.ast.inputs.raw()[use.target.index];
      const Type& type = context_.analysis.inputs.raw()[use.target.index];
      report.label(input.name.span, "declared here");
      if (!type.is_real()) {
        report.help("averages of integers are rounded; declare it as Float64");
        return;
      }
      report.fix("say between which numbers all values lie",
                 {insert_at(input.span.begin, input.span.file, "#[range=\"0,100\"]\n")});
    } else {
      report.help("give the input it comes from a range: `#[range=\"0,100\"]`");
    }
  }

  void visit_call(ExprId id) {
    const ExprFacts& facts = context_.facts(id);
    const syntax::Expr& expr = context_.expr(id);
    if (facts.function == nullptr || !uncertain_(id)) {
      return;
    }
    const bool fits = facts.type.is_real() || facts.type.is(TypeKind::Bool);
    if (facts.function->ends.known() && fits && !facts.real_division) {
      return;
    }
    const bool is_operator = expr.kind == ExprKind::Unary || expr.kind == ExprKind::Binary;
    const std::string name = is_operator && facts.function->notation
                                 ? std::string(facts.function->notation->spellings.front())
                                 : std::string(facts.function->name);
    diag::error(
        context_.diagnostics, "no-bounds", expr.focus,
        fmt::format("bounds do not pass through `{}`{}, and what it is given is uncertain", name,
                    facts.function->ends.known() ? fmt::format(" on {}", facts.type.to_string())
                                                 : std::string()))
        .help(
            "they pass through + - * /, abs, min, max, sqrt, comparisons and && || !, on Float64");
  }

  /// Whether a value is made of what streams hold, not of numbers alone.
  [[nodiscard]] bool reads_output(ExprId id) const {
    const ConstructUse* use = context_.construct(id);
    if (use != nullptr && use->target.kind == RefKind::Output) {
      return true;
    }
    const std::vector<ExprId> parts = dependencies_of(context_, id);
    return std::any_of(parts.begin(), parts.end(),
                       [this](ExprId part) { return part.valid() && reads_output(part); });
  }

  /// A share of two counts looks like a rate, but is taken for a number that is known.
  void check_division(ExprId id) {
    const syntax::Expr& expr = context_.expr(id);
    if (expr.kind != ExprKind::Binary || expr.op != syntax::Op::Divide || uncertain_(id) ||
        !reads_output(expr.operands[0]) || !reads_output(expr.operands[1])) {
      return;
    }
    diag::warning(context_.diagnostics, "quotient-is-no-rate", expr.span,
                  "this quotient is taken for a number that is known, not for a rate with evidence")
        .note("only a `prob`, or an average of values with a range, knows its trials")
        .help("where it is a share of cases, write `prob(of: …, given: …)` instead of counting");
  }

  /// Control that looks at an estimate would hide what is not known about it.
  void check_control(ExprId id, std::string_view what) {
    if (!id.valid() || context_.is_broken(id) || !uncertain_(id) ||
        !controls_.insert(id.value).second) {
      return;
    }
    diag::error(context_.diagnostics, "uncertain-control", context_.expr(id).span,
                fmt::format("{} depends on an uncertain value, which bounds cannot follow", what))
        .note("a condition on the estimate picks the moments at which it happens to be extreme")
        .help("decide by counts or by the data instead, or put the condition into the formula");
  }

  void visit_output(std::uint32_t index) {
    if (!outputs_.insert(index).second) {
      return;
    }
    const syntax::OutputDecl& output = context_.output(index);
    if (output.spawn) {
      check_control(output.spawn->when, "whether an instance begins");
      check_control(output.spawn->with, "which instance begins");
    }
    if (output.close) {
      check_control(output.close->when, "whether an instance ends");
    }
    for (const syntax::EvalDecl& eval : output.evals) {
      if (uncertain_.output(index)) {
        check_control(eval.when, "whether there is a value");
      }
      visit(eval.with);
    }
  }

  void check_default(ExprId id, const ConstructUse& use, bool target_uncertain) {
    const bool defaults = use.kind == ConstructKind::Defaults;
    const bool missing = defaults ? uncertain_(use.operand) : target_uncertain;
    const bool known =
        defaults ? uncertain_.has_range(use.operand) : uncertain_.stream_has_range(use.target);
    if (!missing || known || context_.facts(id).type.is(TypeKind::Bool)) {
      return;
    }
    diag::warning(context_.diagnostics, "default-without-range", context_.expr(use.fallback).span,
                  "a default is no knowledge: until there is a value, nothing is certain here")
        .note("for a Prob that means between 0 and 1; this number could be anything");
  }

  /// The inputs an expression reads in the same event.
  void inputs_of(ExprId id, std::set<std::uint32_t>& inputs, std::set<std::uint32_t>& seen) const {
    if (!id.valid() || !seen.insert(id.value).second) {
      return;
    }
    const ConstructUse* use = context_.construct(id);
    if (use != nullptr && use->kind == ConstructKind::Sync) {
      if (use->target.kind == RefKind::Input) {
        inputs.insert(use->target.index);
      } else if (use->target.kind == RefKind::Output) {
        for (const syntax::EvalDecl& eval : context_.output(use->target.index).evals) {
          inputs_of(eval.with, inputs, seen);
        }
      }
    }
    for (const ExprId part : dependencies_of(context_, id)) {
      inputs_of(part, inputs, seen);
    }
  }

  [[nodiscard]] std::uint32_t owner_of(ExprId id) const {
    for (std::uint32_t i = 0; i < context_.ast.outputs.size(); ++i) {
      const Span span = context_.output(i).span;
      const Span place = context_.expr(id).span;
      if (span.file == place.file && span.begin <= place.begin && place.end <= span.end) {
        return i;
      }
    }
    return static_cast<std::uint32_t>(context_.ast.outputs.size());
  }

  /// Whether a trial counts must be known before its result.
  void check_inclusion(ExprId id, const ConstructUse& use) {
    if (use.kind != ConstructKind::ProbStream && use.kind != ConstructKind::ProbEvaluation) {
      return;
    }
    std::set<std::uint32_t> results;
    std::set<std::uint32_t> seen;
    inputs_of(use.operand, results, seen);
    std::vector<std::pair<ExprId, std::string_view>> conditions = {{use.given, "`given:`"}};
    const std::uint32_t owner = owner_of(id);
    if (owner < context_.ast.outputs.size()) {
      const syntax::OutputDecl& output = context_.output(owner);
      if (output.spawn) {
        conditions.emplace_back(output.spawn->when, "`spawn when`");
      }
      if (use.kind == ConstructKind::ProbEvaluation && !use.as_stream_form) {
        for (const syntax::EvalDecl& eval : output.evals) {
          const Span span = context_.expr(eval.with.valid() ? eval.with : id).span;
          if (span.begin <= context_.expr(id).span.begin &&
              context_.expr(id).span.end <= span.end) {
            conditions.emplace_back(eval.when, "`eval when`");
          }
        }
      }
    }
    for (const auto& [condition, name] : conditions) {
      std::set<std::uint32_t> included;
      std::set<std::uint32_t> visited;
      inputs_of(condition, included, visited);
      for (const std::uint32_t input : included) {
        if (results.contains(input)) {
          depends_on_result(id, use, condition, name, input);
          return;
        }
      }
    }
  }

  void depends_on_result(ExprId id, const ConstructUse& use, ExprId condition,
                         std::string_view name, std::uint32_t input) {
    (void)id;
    diag::warning(context_.diagnostics, "depends-on-result", context_.expr(condition).span,
                  fmt::format("whether a trial counts depends on `{}`, and so does its result",
                              context_.ast.inputs.raw()[input].name.text))
        .label(context_.expr(use.operand).span, "the result")
        .note(fmt::format("bounds hold if {} is decided before the result is known", name));
  }

  Context& context_;
  Uncertain uncertain_;
  std::set<std::uint32_t> seen_;
  std::set<std::uint32_t> outputs_;
  std::set<std::uint32_t> controls_;
  std::set<std::uint32_t> asked_;
  ExprId found_average_;
};

}  // namespace

void check(Context& context, const AnalysisOptions& options) {
  resolve_ranges(context);
  for (const ExprId id : context.ast.exprs.ids()) {
    const ConstructUse* use = context.construct(id);
    if (use != nullptr && use->kind == ConstructKind::Claim) {
      context.analysis.claims.push_back(id);
    }
  }
  resolve_levels(context, options);
  bool bands = false;
  for (const syntax::OutputDecl& output : context.ast.outputs) {
    bands = bands || std::any_of(output.tags.begin(), output.tags.end(),
                                 [](const syntax::TagExpr& tag) { return tag.key.text == "band"; });
  }
  if (bands || !context.analysis.claims.empty()) {
    ClaimChecker(context).run();
  }
}

}  // namespace fairmon::sema::evidence
