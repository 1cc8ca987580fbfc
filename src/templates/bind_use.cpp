#include "templates/bind_use.hpp"

#include <algorithm>

#include "diag/report.hpp"
#include "support/nearest.hpp"
#include "templates/argument_kinds.hpp"
#include "templates/infer_pacing.hpp"

namespace fairmon::templates {

namespace {

using syntax::ExprKind;

std::string quoted(std::string_view text) { return '`' + std::string(text) + '`'; }

/// Binds one `use`; collects mistakes instead of stopping at the first.
class Binder {
 public:
  Binder(const syntax::Ast& ast, const syntax::UseDecl& use, const SourceFile& source,
         Diagnostics& diagnostics)
      : ast_(ast), use_(use), source_(source), diagnostics_(diagnostics) {}

  std::optional<MetricCall> run(std::set<std::string>& taken) {
    call_.metric = find_metric(use_.metric.text);
    if (call_.metric == nullptr) {
      report_unknown_metric();
      return std::nullopt;
    }
    accepted_ = accepted_parameters(*call_.metric);
    choose_name(taken);
    bind_arguments();
    check_missing();
    check_partners("prior", "confidence");
    infer_missing_pacing();
    return ok_ ? std::optional<MetricCall>(std::move(call_)) : std::nullopt;
  }

 private:
  void report_unknown_metric() {
    std::vector<std::string> names;
    for (const Metric& metric : all_metrics()) {
      names.push_back(metric.name);
    }
    auto report = diag::error(diagnostics_, "unknown-metric", use_.metric.span,
                              "there is no metric " + quoted(use_.metric.text));
    if (const auto near = support::nearest(use_.metric.text, names)) {
      report.fix("use " + quoted(*near), {{use_.metric.span, *near}});
    }
    report.help("`fairmon catalogue` lists the metrics");
  }

  void choose_name(std::set<std::string>& taken) {
    call_.name = use_.alias.missing() ? use_.metric.text : use_.alias.text;
    if (taken.insert(call_.name).second) {
      return;
    }
    ok_ = false;
    const Span place = use_.alias.missing() ? use_.metric.span : use_.alias.span;
    const Span end{use_.span.end, use_.span.end, use_.span.file};
    auto report =
        diag::error(diagnostics_, "duplicate-metric", place,
                    "two metrics would define streams named " + quoted(call_.name + "_…"));
    if (use_.alias.missing()) {
      report.fix("give this one a name of its own", {{end, " as " + call_.name + "_2"}});
    } else {
      report.fix("choose another name", {{use_.alias.span, call_.name + "_2"}});
    }
  }

  void bind_arguments() {
    std::size_t position = 0;
    for (const syntax::Argument& argument : use_.arguments) {
      const MetricParameter* parameter =
          argument.name.missing() ? positional(argument, position) : named(argument);
      if (parameter == nullptr) {
        ok_ = false;
        continue;
      }
      if (call_.arguments.contains(parameter->name)) {
        ok_ = false;
        diag::error(diagnostics_, "metric-arguments", ast_.exprs[argument.value].span,
                    quoted(parameter->name) + " is given twice");
        continue;
      }
      bind_value(*parameter, argument.value);
    }
  }

  // Arguments without a name fill the parameters that must be given, in order.
  const MetricParameter* positional(const syntax::Argument& argument, std::size_t& position) {
    while (position < accepted_.size() && accepted_[position]->default_value) {
      ++position;
    }
    if (position < accepted_.size()) {
      return accepted_[position++];
    }
    diag::error(diagnostics_, "metric-arguments", ast_.exprs[argument.value].span,
                quoted(call_.metric->name) + " takes no further argument without a name")
        .help("write `name: value`; the names are " + list_of_names());
    return nullptr;
  }

  const MetricParameter* named(const syntax::Argument& argument) {
    std::vector<std::string> names;
    for (const MetricParameter* parameter : accepted_) {
      if (parameter->name == argument.name.text) {
        return parameter;
      }
      names.push_back(parameter->name);
    }
    auto report =
        diag::error(diagnostics_, "metric-arguments", argument.name.span,
                    quoted(call_.metric->name) + " has no parameter " + quoted(argument.name.text));
    if (const auto near = support::nearest(argument.name.text, names)) {
      report.fix("write " + quoted(*near), {{argument.name.span, *near}});
    }
    report.help("its parameters are " + list_of_names());
    return nullptr;
  }

  void bind_value(const MetricParameter& parameter, syntax::ExprId value) {
    if (is_broken(ast_, value) || !check_kind(ast_, parameter, value, diagnostics_)) {
      ok_ = false;
      return;
    }
    const syntax::Expr& expr = ast_.exprs[value];
    MetricArgument argument;
    argument.atomic = is_atomic(expr);
    if (parameter.kind == ParameterKind::Key) {
      const bool tuple = expr.kind == ExprKind::Tuple;
      if (tuple && expr.operands.empty()) {
        ok_ = false;
        diag::error(diagnostics_, "metric-arguments", expr.span,
                    quoted(parameter.name) + " needs at least one component to tell groups apart")
            .help("name an input, or several in parentheses: `(race, sex)`");
        return;
      }
      for (const syntax::ExprId part : tuple ? expr.operands : std::vector{value}) {
        argument.parts.push_back(key_part(part));
        argument.may_be_missing.push_back(may_be_text(part));
      }
      argument.atomic = true;
    } else if (parameter.kind == ParameterKind::Number && expr.kind == ExprKind::Name) {
      // Tags hold text, so a constant is written out.
      argument.parts.push_back({Piece{*number_text(ast_, value), std::nullopt}});
    } else {
      argument.parts.push_back(pieces_of(value));
    }
    if (parameter.kind == ParameterKind::Choice) {
      check_choice(parameter, expr);
    }
    if (parameter.kind == ParameterKind::Key) {
      keys_.push_back(value);
    } else if (parameter.kind == ParameterKind::Expression) {
      expressions_.push_back(value);
    }
    call_.arguments[parameter.name] = std::move(argument);
  }

  /// Only texts can say that a label is missing; of inputs it is known whether they are.
  [[nodiscard]] bool may_be_text(syntax::ExprId id) const {
    const syntax::Expr& expr = ast_.exprs[id];
    if (expr.kind != ExprKind::Name) {
      return true;
    }
    const auto input = std::find_if(ast_.inputs.begin(), ast_.inputs.end(), [&](const auto& one) {
      return one.name.text == expr.name.text;
    });
    return input == ast_.inputs.end() || input->type.name.text == "String";
  }

  static bool is_atomic(const syntax::Expr& expr) {
    return expr.kind != ExprKind::Unary && expr.kind != ExprKind::Binary &&
           expr.kind != ExprKind::If;
  }

  // A component is compared with its parameter, `(a && b) == g`, so it must hold together.
  Pieces key_part(syntax::ExprId id) const {
    Pieces pieces = pieces_of(id);
    if (!is_atomic(ast_.exprs[id])) {
      pieces.insert(pieces.begin(), Piece{"(", std::nullopt});
      pieces.push_back({")", std::nullopt});
    }
    return pieces;
  }

  Pieces pieces_of(syntax::ExprId id) const {
    const Span span = ast_.exprs[id].span;
    return {Piece{std::string(source_.slice(span)), span}};
  }

  void check_choice(const MetricParameter& parameter, const syntax::Expr& expr) {
    const std::string_view word = source_.slice(expr.span);
    const auto& choices = parameter.choices;
    if (std::find(choices.begin(), choices.end(), word) != choices.end()) {
      return;
    }
    ok_ = false;
    std::string words;
    for (const std::string& choice : choices) {
      words += (words.empty() ? "" : ", ") + quoted(choice);
    }
    auto report = diag::error(diagnostics_, "metric-arguments", expr.span,
                              quoted(parameter.name) + " is one of " + words);
    if (const auto near = support::nearest(word, choices)) {
      report.fix("write " + quoted(*near), {{expr.span, *near}});
    }
  }

  void check_missing() {
    if (!ok_) {
      return;  // a misspelt name is most likely the one that seems to be missing
    }
    for (const MetricParameter* parameter : accepted_) {
      if (parameter->default_value || call_.arguments.contains(parameter->name)) {
        continue;
      }
      ok_ = false;
      diag::error(diagnostics_, "metric-arguments", use_.metric.span,
                  quoted(call_.metric->name) + " needs " + quoted(parameter->name) + ": " +
                      parameter->summary)
          .help("write `" + parameter->name + ": …` inside the parentheses");
    }
  }

  void check_partners(const std::string& one, const std::string& other) {
    const bool has_one = call_.arguments.contains(one);
    if (has_one == call_.arguments.contains(other)) {
      return;
    }
    ok_ = false;
    diag::error(diagnostics_, "metric-arguments", use_.metric.span,
                quoted(one) + " and " + quoted(other) + " go together")
        .help("add " + quoted(has_one ? other : one));
  }

  void infer_missing_pacing() {
    std::vector<syntax::ExprId> all = keys_;
    all.insert(all.end(), expressions_.begin(), expressions_.end());
    call_.inferred_pacing = all_of_inputs(inputs_behind(ast_, all));
    const std::vector<std::string> trial = inputs_behind(ast_, expressions_);
    call_.trial_inputs = all_of_inputs(trial);
    for (const std::string& input : inputs_behind(ast_, keys_)) {
      if (std::find(trial.begin(), trial.end(), input) == trial.end()) {
        call_.label_inputs.push_back(input);
      }
    }
    if (!ok_ || !call_.inferred_pacing.empty() || call_.arguments.contains("at") ||
        call_.arguments.contains("over")) {
      return;
    }
    ok_ = false;
    diag::error(diagnostics_, "metric-pacing", use_.metric.span,
                "the arguments do not tell at which events " + quoted(call_.metric->name) +
                    " is to be compared anew")
        .help("add `at: input`, or `over: 7d, every: 1d` for a window");
  }

  [[nodiscard]] std::string list_of_names() const {
    std::string names;
    for (const MetricParameter* parameter : accepted_) {
      names += (names.empty() ? "" : ", ") + quoted(parameter->name);
    }
    return names;
  }

  const syntax::Ast& ast_;
  const syntax::UseDecl& use_;
  const SourceFile& source_;
  Diagnostics& diagnostics_;
  MetricCall call_;
  std::vector<const MetricParameter*> accepted_;
  std::vector<syntax::ExprId> keys_;
  std::vector<syntax::ExprId> expressions_;
  bool ok_ = true;
};

}  // namespace

std::optional<MetricCall> bind_use(const syntax::Ast& ast, const syntax::UseDecl& use,
                                   const SourceFile& source, std::set<std::string>& taken,
                                   Diagnostics& diagnostics) {
  return Binder(ast, use, source, diagnostics).run(taken);
}

}  // namespace fairmon::templates
