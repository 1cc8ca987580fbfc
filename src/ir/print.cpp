#include <fmt/format.h>

#include <array>
#include <utility>

#include "ir/apply.hpp"
#include "ir/text.hpp"
#include "ir/text_values.hpp"

namespace fairmon::ir {
namespace {

std::string print_ns(std::int64_t ns) {
  constexpr std::array<std::pair<std::int64_t, const char*>, 7> kUnits = {{
      {86'400'000'000'000, "d"},
      {3'600'000'000'000, "h"},
      {60'000'000'000, "min"},
      {1'000'000'000, "s"},
      {1'000'000, "ms"},
      {1'000, "us"},
      {1, "ns"},
  }};
  for (const auto& [size, unit] : kUnits) {
    if (ns != 0 && ns % size == 0) {
      return fmt::format("{}{}", ns / size, unit);
    }
  }
  return "0ns";
}

std::string print_period(const Period& period) {
  if (period.denominator == 1) {
    return print_ns(period.numerator);
  }
  return fmt::format("{}/{}ns", period.numerator, period.denominator);
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string program_text() {
    name_shared();
    for (const StreamId id : program_.streams.ids()) {
      stream(program_.streams[id]);
    }
    for (const WindowId id : program_.windows.ids()) {
      window(id);
    }
    for (const AggregationId id : program_.aggregations.ids()) {
      aggregation(id);
    }
    for (const ExprId id : named_) {
      out_ += fmt::format("let {} = {}\n", expr(id), body(id));
    }
    return std::move(out_);
  }

  std::string expr(ExprId id) const {
    return id.index() < number_.size() && number_[id] != 0 ? fmt::format("%{}", number_[id])
                                                           : body(id);
  }

  std::string activation(const Activation& formula) const {
    switch (formula.kind) {
      case Activation::Kind::True:
        return "true";
      case Activation::Kind::Input:
        return name(formula.input);
      case Activation::Kind::And:
      case Activation::Kind::Or:
        break;
    }
    std::string text = "(";
    for (const Activation& part : formula.parts) {
      if (text.size() > 1) {
        text += formula.kind == Activation::Kind::And ? " && " : " || ";
      }
      text += activation(part);
    }
    return text + ")";
  }

  std::string pacing(const Pacing& pacing) const {
    switch (pacing.kind) {
      case PacingKind::Event:
        return fmt::format("@event({})", activation(pacing.activation));
      case PacingKind::Global:
        return fmt::format("@global({})", print_period(pacing.period));
      case PacingKind::Local:
        return fmt::format("@local({})", print_period(pacing.period));
    }
    return {};
  }

 private:
  static bool is_leaf(const Expr& expr) {
    return expr.kind == ExprKind::Constant || expr.kind == ExprKind::Parameter ||
           expr.kind == ExprKind::LambdaParameter || expr.kind == ExprKind::Now;
  }
  void use(ExprId id) {
    if (id.valid() && ++uses_[id] == 1) {
      visited_.push_back(id);
      for (const ExprId operand : program_.exprs[id].operands) {
        use(operand);
      }
    }
  }
  /// Shared expressions get a line of their own, so that text grows with the program only. They are
  /// numbered in order of first use, which does not depend on how the program stores them.
  void name_shared() {
    uses_.resize(program_.exprs.size());
    number_.resize(program_.exprs.size());
    count_uses();
    for (const ExprId id : visited_) {
      if (uses_[id] > 1 && !is_leaf(program_.exprs[id])) {
        named_.push_back(id);
        number_[id] = static_cast<std::uint32_t>(named_.size());
      }
    }
  }
  void count_uses() {
    for (const Stream& stream : program_.streams) {
      if (stream.spawn) {
        use(stream.spawn->when);
        use(stream.spawn->with);
      }
      for (const EvalClause& eval : stream.evals) {
        use(eval.when);
        use(eval.with);
        use_guard(eval.guard);
      }
      if (stream.close) {
        use(stream.close->when);
        use_guard(stream.close->guard);
      }
    }
    for (const InstanceAggregation& aggregation : program_.aggregations) {
      use(aggregation.where);
      use(aggregation.map);
    }
  }
  void use_guard(const KeyGuard& guard) {
    for (const KeyEquality& key : guard.keys) {
      use(key.key);
    }
    use(guard.residual);
  }

  std::string name(StreamId id) const { return quote_name(program_.streams[id].name); }

  std::string call(std::string head, const std::vector<ExprId>& operands) const {
    bool first = head.back() == '(';
    for (const ExprId operand : operands) {
      head += first ? "" : ", ";
      head += expr(operand);
      first = false;
    }
    return head + ")";
  }

  /// The type and, at worst, the number of the overload are given where a reader would choose
  /// another.
  std::string apply(const Expr& expr) const {
    std::string head(expr.function->name);
    const std::vector<Type> types = operand_types(program_, expr);
    const auto plain = choose_overload(*expr.function, types, {});
    if (plain != expr.overload || !(expr.body().result == expr.type)) {
      head += ":" + expr.type.to_string();
      if (choose_overload(*expr.function, types, expr.type) != expr.overload) {
        head += fmt::format("!{}", expr.overload);
      }
    }
    return call(head + "(", expr.operands);
  }

  std::string body(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    switch (expr.kind) {
      case ExprKind::Constant:
        return print_constant(expr.type, expr.constant);
      case ExprKind::Parameter:
        return fmt::format("${}:{}", expr.index, expr.type.to_string());
      case ExprKind::LambdaParameter:
        return fmt::format("#{}:{}", expr.index, expr.type.to_string());
      case ExprKind::Now:
        return "now()";
      case ExprKind::Sync:
        return call("sync(" + name(expr.stream), expr.operands);
      case ExprKind::Offset:
        return call(fmt::format("offset({}, {}", name(expr.stream), expr.index), expr.operands);
      case ExprKind::Hold:
        return call("hold(" + name(expr.stream), expr.operands);
      case ExprKind::Get:
        return call("get(" + name(expr.stream), expr.operands);
      case ExprKind::IsFresh:
        return call("fresh(" + name(expr.stream), expr.operands);
      case ExprKind::WindowRead:
        return call(fmt::format("window(w{}", expr.window.value), expr.operands);
      case ExprKind::InstanceAggregate:
        return fmt::format("instances(a{})", expr.aggregation.value);
      case ExprKind::Apply:
        return apply(expr);
      case ExprKind::Equal:
        return call("eq(", expr.operands);
      case ExprKind::And:
        return call("and(", expr.operands);
      case ExprKind::Or:
        return call("or(", expr.operands);
      case ExprKind::If:
        return call("if(", expr.operands);
      case ExprKind::Defaults:
        return call("defaults(", expr.operands);
      case ExprKind::Tuple:
        return call("tuple(", expr.operands);
      case ExprKind::Project:
        return call(fmt::format("project({}", expr.index), expr.operands);
      case ExprKind::Some:
        return call("some(", expr.operands);
      case ExprKind::Error:
        return "error:" + expr.type.to_string() + "()";
    }
    return {};
  }

  static std::string_view keyword(StreamKind kind) {
    switch (kind) {
      case StreamKind::Input:
        return "input";
      case StreamKind::Output:
        return "output";
      case StreamKind::Trigger:
        return "trigger";
      case StreamKind::Hidden:
        return "hidden";
    }
    return {};
  }

  void stream(const Stream& stream) {
    out_ += fmt::format("{} {}", keyword(stream.kind), quote_name(stream.name));
    if (!stream.parameters.empty()) {
      std::string list;
      for (const Parameter& parameter : stream.parameters) {
        list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", quote_name(parameter.name),
                            parameter.type.to_string());
      }
      out_ += "(" + list + ")";
    }
    out_ += ": " + stream.type.to_string();
    out_ += fmt::format(" layers {} {} keep {}", stream.spawn_layer, stream.eval_layer,
                        stream.num_kept);
    if (stream.table.valid()) {
      out_ += " table " + name(stream.table);
    }
    if (stream.origin.valid()) {
      out_ += " of " + name(stream.origin);
    }
    out_ += "\n";
    if (stream.spawn) {
      clause("spawn", stream.spawn->pacing, stream.spawn->when, stream.spawn->with, {});
    }
    for (const EvalClause& eval : stream.evals) {
      clause("eval", eval.pacing, eval.when, eval.with, eval.guard);
    }
    if (stream.close) {
      clause("close", stream.close->pacing, stream.close->when, {}, stream.close->guard);
    }
  }

  void clause(std::string_view word, const Pacing& when_due, ExprId when, ExprId with,
              const KeyGuard& guard) {
    out_ += fmt::format("  {} {}", word, pacing(when_due));
    if (when.valid()) {
      out_ += " when " + expr(when);
    }
    for (const KeyEquality& key : guard.keys) {
      out_ += fmt::format(" key ${} = {}", key.parameter, expr(key.key));
    }
    if (guard.residual.valid()) {
      out_ += " residual " + expr(guard.residual);
    }
    if (with.valid()) {
      out_ += " with " + expr(with);
    }
    out_ += "\n";
  }

  static std::string aggregate_name(const builtins::Aggregate& aggregate, std::uint32_t argument) {
    return aggregate.numbered ? fmt::format("{}{}", aggregate.name, argument)
                              : std::string(aggregate.name);
  }

  void window(WindowId id) {
    const Window& window = program_.windows[id];
    out_ += fmt::format("window w{}: {} = ", id.value, window.result.to_string());
    switch (window.kind) {
      case WindowKind::Sliding:
        out_ +=
            fmt::format("sliding {} over {}", name(window.target), print_ns(window.duration_ns));
        break;
      case WindowKind::Discrete:
        out_ += fmt::format("discrete {} over {}", name(window.target), window.count);
        break;
      case WindowKind::Occurrence:
        out_ +=
            fmt::format("occurrence {} over {}", name(window.target), print_ns(window.duration_ns));
        break;
    }
    if (window.aggregate != nullptr) {
      out_ += " using " + aggregate_name(*window.aggregate, window.aggregate_argument);
    }
    out_ += window.exact ? " exact" : "";
    out_ +=
        fmt::format(" from {} caller {} {}\n", window.start == WindowStart::Run ? "run" : "spawn",
                    name(window.caller), pacing(window.caller_pacing));
  }

  void aggregation(AggregationId id) {
    const InstanceAggregation& aggregation = program_.aggregations[id];
    out_ += fmt::format(
        "instances a{}: {} = {} {} using {}", id.value, aggregation.result.to_string(),
        aggregation.selection == Selection::All ? "all" : "fresh", name(aggregation.target),
        aggregate_name(*aggregation.aggregate, aggregation.aggregate_argument));
    if (aggregation.where.valid()) {
      out_ += " where " + expr(aggregation.where);
    }
    if (aggregation.map.valid()) {
      out_ += " map " + expr(aggregation.map);
    }
    out_ += "\n";
  }

  const Program& program_;
  support::IdVector<ExprId, std::uint32_t> uses_;
  support::IdVector<ExprId, std::uint32_t> number_;  ///< 0: printed in place
  std::vector<ExprId> visited_;
  std::vector<ExprId> named_;
  std::string out_;
};

}  // namespace

std::string print(const Program& program) { return Printer(program).program_text(); }

std::string print_expr(const Program& program, ExprId expr) {
  return expr.valid() ? Printer(program).expr(expr) : std::string("true");
}

std::string print_pacing(const Program& program, const Pacing& pacing) {
  return Printer(program).pacing(pacing);
}

}  // namespace fairmon::ir
