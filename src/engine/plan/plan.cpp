#include "engine/plan/plan.hpp"

#include <algorithm>

namespace fairmon::engine {

ActivationTest::ActivationTest(const ir::Activation& activation)
    : always_(activation.kind == ir::Activation::Kind::True), activation_(activation) {}

bool ActivationTest::holds(const ir::Activation& part, const std::vector<std::uint8_t>& present) {
  switch (part.kind) {
    case ir::Activation::Kind::True:
      return true;
    case ir::Activation::Kind::Input:
      return present[part.input.index()] != 0;
    case ir::Activation::Kind::And:
      return std::ranges::all_of(part.parts, [&](const auto& p) { return holds(p, present); });
    case ir::Activation::Kind::Or:
      return std::ranges::any_of(part.parts, [&](const auto& p) { return holds(p, present); });
  }
  return false;
}

namespace {

class Planner {
 public:
  explicit Planner(std::shared_ptr<const ir::Program> program)
      : program_(*program), tables_(program->streams.size(), kNone) {
    plan_.program = std::move(program);
  }

  Plan run() {
    plan_.tables.emplace_back();  // streams that always live
    for (const ir::StreamId id : program_.streams.ids()) {
      plan_stream(id);
    }
    plan_kept();
    plan_windows();
    for (const ir::AggregationId id : program_.aggregations.ids()) {
      StreamPlan& target = plan_.streams[program_.aggregations[id].target.index()];
      target.aggregated = true;
      target.remembered = true;
      if (plan_.folded(id)) {
        target.folds.push_back(id.value);
      }
    }
    plan_steps();
    plan_repeated();
    return std::move(plan_);
  }

 private:
  void plan_stream(ir::StreamId id) {
    const ir::Stream& stream = program_.streams[id];
    StreamPlan& planned = plan_.streams.emplace_back();
    planned.num_cells = stream.type.num_cells();
    planned.layer = stream.eval_layer;
    planned.kept = stream.num_kept;
    planned.table = table_of(id);
    plan_.tables[planned.table].members.push_back(id.value);
    for (const ir::EvalClause& clause : stream.evals) {
      ClausePlan one = plan_pacing(clause.pacing, planned.table, id.value);
      plan_condition(clause.when, clause.guard, stream, one);
      one.with = clause.with;
      one.span = clause.span;
      planned.evals.push_back(std::move(one));
    }
    unify_keys(planned, stream);
  }

  /// All parts of a conjunction hold, tested in order.
  void flatten(ir::ExprId id, std::vector<ir::ExprId>& parts) const {
    if (!id.valid()) {
      return;
    }
    const ir::Expr& expr = program_.exprs[id];
    if (expr.kind != ir::ExprKind::And) {
      parts.push_back(id);
      return;
    }
    for (const ir::ExprId operand : expr.operands) {
      flatten(operand, parts);
    }
  }

  /// A lookup needs a key for every parameter. Local deadlines name their instances themselves.
  void plan_condition(ir::ExprId when, const ir::KeyGuard& guard, const ir::Stream& stream,
                      ClausePlan& clause) const {
    const std::size_t num_parameters = stream.parameters.size();
    if (num_parameters == 0 || guard.keys.size() != num_parameters ||
        clause.pacing == ir::PacingKind::Local) {
      flatten(when, clause.conditions);
      return;
    }
    clause.keys.resize(num_parameters);
    for (const ir::KeyEquality& key : guard.keys) {
      clause.keys[key.parameter] = key.key;
    }
    flatten(guard.residual, clause.conditions);
  }

  /// A lookup serves a stream only if all its clauses look for the same instance.
  void unify_keys(StreamPlan& planned, const ir::Stream& stream) const {
    const bool same = std::ranges::all_of(planned.evals, [&](const ClausePlan& clause) {
      return clause.keys == planned.evals.front().keys;
    });
    for (std::size_t i = 0; i < planned.evals.size() && !same; ++i) {
      planned.evals[i].keys.clear();
      planned.evals[i].conditions.clear();
      flatten(stream.evals[i].when, planned.evals[i].conditions);
    }
  }

  std::uint32_t table_of(ir::StreamId id) {
    const ir::Stream& stream = program_.streams[id];
    if (!stream.spawn && !stream.close) {
      return 0;
    }
    if (stream.table.valid() && tables_[stream.table] != kNone) {
      return tables_[stream.table];
    }
    const auto table = static_cast<std::uint32_t>(plan_.tables.size());
    plan_.tables.push_back(new_table(stream));
    tables_[stream.table.valid() ? stream.table : id] = table;
    if (stream.close && stream.close->pacing.kind == ir::PacingKind::Local) {
      plan_.tables[table].close.clock = local_clock(stream.close->pacing.period, table, kNone);
    }
    return table;
  }

  TablePlan new_table(const ir::Stream& stream) {
    TablePlan table;
    for (const ir::Parameter& parameter : stream.parameters) {
      table.parameter_types.push_back(parameter.type);
      table.parameter_cells.push_back(table.num_key_cells);
      table.num_key_cells += parameter.type.num_cells();
    }
    table.spawn_layer = stream.spawn_layer;
    if (stream.spawn) {
      table.spawned = true;
      table.spawn = plan_pacing(stream.spawn->pacing, kNone, kNone);
      flatten(stream.spawn->when, table.spawn.conditions);
      table.spawn.with = stream.spawn->with;
      table.spawn.span = stream.spawn->span;
    }
    if (stream.close) {
      table.closed = true;
      table.close = plan_pacing(stream.close->pacing, kNone, kNone);
      plan_condition(stream.close->when, stream.close->guard, stream, table.close);
      table.close.span = stream.close->span;
    }
    return table;
  }

  ClausePlan plan_pacing(const ir::Pacing& pacing, std::uint32_t table, std::uint32_t stream) {
    ClausePlan clause;
    clause.pacing = pacing.kind;
    if (pacing.kind == ir::PacingKind::Event) {
      clause.activation = ActivationTest(pacing.activation);
    } else if (pacing.kind == ir::PacingKind::Global) {
      clause.clock = global_clock(pacing.period);
    } else if (stream != kNone) {
      clause.clock = local_clock(pacing.period, table, stream);
    }
    return clause;
  }

  std::uint32_t global_clock(const ir::Period& period) {
    auto& periods = plan_.global_periods;
    const auto found = std::find(periods.begin(), periods.end(), period);
    if (found != periods.end()) {
      return static_cast<std::uint32_t>(found - periods.begin());
    }
    periods.push_back(period);
    return static_cast<std::uint32_t>(periods.size() - 1);
  }

  std::uint32_t local_clock(const ir::Period& period, std::uint32_t table, std::uint32_t stream) {
    for (std::uint32_t i = 0; i < plan_.local_periods.size(); ++i) {
      const Plan::LocalPeriod& local = plan_.local_periods[i];
      if (local.stream == stream && local.table == table && local.period == period) {
        return i;
      }
    }
    plan_.local_periods.push_back({period, table, stream});
    return static_cast<std::uint32_t>(plan_.local_periods.size() - 1);
  }

  void plan_kept() {
    for (const ir::Dependency& dependency : ir::collect_dependencies(program_)) {
      plan_.streams[dependency.to.index()].remembered |=
          dependency.access == ir::ExprKind::Hold || dependency.access == ir::ExprKind::Offset;
    }
  }

  /// Everything with operands that is met twice; what is below an expression met before is not
  /// computed again.
  void plan_repeated() {
    plan_.repeated.assign(program_.exprs.size(), 0);
    std::vector<std::uint32_t> met(program_.exprs.size(), 0);
    std::uint32_t round = 0;
    std::vector<ir::ExprId> open;
    for (const StreamPlan& stream : plan_.streams) {
      ++round;
      for (const ClausePlan& clause : stream.evals) {
        open.insert(open.end(), clause.conditions.begin(), clause.conditions.end());
        open.push_back(clause.with);
      }
      meet(open, met, round);
    }
    for (const TablePlan& table : plan_.tables) {
      open = table.spawn.conditions;
      open.push_back(table.spawn.with);
      meet(open, met, ++round);
      open = table.close.conditions;
      meet(open, met, ++round);
    }
  }

  void meet(std::vector<ir::ExprId>& open, std::vector<std::uint32_t>& met, std::uint32_t round) {
    while (!open.empty()) {
      const ir::ExprId id = open.back();
      open.pop_back();
      if (!id.valid()) {
        continue;
      }
      const ir::Expr& expr = program_.exprs[id];
      if (met[id.index()] == round) {
        plan_.repeated[id.index()] = is_computed(expr) ? 1 : 0;
        continue;
      }
      met[id.index()] = round;
      open.insert(open.end(), expr.operands.begin(), expr.operands.end());
      if (expr.kind == ir::ExprKind::InstanceAggregate) {
        const ir::InstanceAggregation& aggregation = program_.aggregations[expr.aggregation];
        open.insert(open.end(), {aggregation.where, aggregation.map});
      }
    }
  }

  /// Not just an address.
  static bool is_computed(const ir::Expr& expr) {
    switch (expr.kind) {
      case ir::ExprKind::Constant:
      case ir::ExprKind::Parameter:
      case ir::ExprKind::Sync:
      case ir::ExprKind::Error:
        return false;
      case ir::ExprKind::LambdaParameter:
      case ir::ExprKind::Now:
      case ir::ExprKind::Offset:
      case ir::ExprKind::Hold:
      case ir::ExprKind::Get:
      case ir::ExprKind::IsFresh:
      case ir::ExprKind::WindowRead:
      case ir::ExprKind::InstanceAggregate:
      case ir::ExprKind::Apply:
      case ir::ExprKind::Equal:
      case ir::ExprKind::And:
      case ir::ExprKind::Or:
      case ir::ExprKind::If:
      case ir::ExprKind::Defaults:
      case ir::ExprKind::Tuple:
      case ir::ExprKind::Project:
      case ir::ExprKind::Some:
        return true;
    }
    return false;
  }

  void plan_windows() {
    for (const ir::WindowId id : program_.windows.ids()) {
      const ir::Window& window = program_.windows[id];
      StreamPlan& target = plan_.streams[window.target.index()];
      target.windows.push_back(id.value);
      if (window.kind != ir::WindowKind::Discrete) {
        std::int64_t& linger = plan_.tables[target.table].linger_ns;
        linger = std::max(linger, window.duration_ns);
      }
    }
  }

  void plan_steps() {
    for (std::uint32_t table = 1; table < plan_.tables.size(); ++table) {
      if (plan_.tables[table].spawned) {
        plan_.steps.push_back({StepPlan::Kind::Spawn, table, plan_.tables[table].spawn_layer});
      }
      if (plan_.tables[table].closed) {
        plan_.closing.push_back(table);
      }
    }
    for (std::uint32_t stream = program_.num_inputs; stream < plan_.streams.size(); ++stream) {
      plan_.steps.push_back({StepPlan::Kind::Eval, stream, plan_.streams[stream].layer});
    }
    std::ranges::stable_sort(plan_.steps, {}, &StepPlan::layer);
  }

  const ir::Program& program_;
  support::IdVector<ir::StreamId, std::uint32_t> tables_;  ///< by the stream that owns it
  Plan plan_;
};

}  // namespace

namespace {

/// Does the expression depend on nothing but the instance looked at and its value?
bool is_pure_lambda(const ir::Program& program, ir::ExprId root) {
  bool pure = !ir::can_fail(program, root);
  ir::for_each_expr(program, root, [&](ir::ExprId id) {
    const ir::Expr& expr = program.exprs[id];
    pure = pure && !expr.stream.valid() && expr.kind != ir::ExprKind::Parameter &&
           expr.kind != ir::ExprKind::Now && expr.kind != ir::ExprKind::WindowRead &&
           expr.kind != ir::ExprKind::InstanceAggregate;
  });
  return pure;
}

}  // namespace

bool Plan::folded(ir::AggregationId id) const {
  const ir::InstanceAggregation& aggregation = program->aggregations[id];
  const Type& input = aggregation.map.valid() ? program->exprs[aggregation.map].type
                                              : program->streams[aggregation.target].type;
  const auto bound = aggregation.aggregate->bind(input, aggregation.aggregate_argument);
  return aggregation.selection == ir::Selection::All && bound.has_value() &&
         bound->algebra != builtins::Algebra::Holistic &&
         is_pure_lambda(*program, aggregation.where) && is_pure_lambda(*program, aggregation.map);
}

bool mentions_parameters(const ir::Program& program, ir::ExprId id) {
  bool found = false;
  ir::for_each_expr(program, id, [&](ir::ExprId part) {
    const ir::ExprKind kind = program.exprs[part].kind;
    found |= kind == ir::ExprKind::Parameter || kind == ir::ExprKind::LambdaParameter;
  });
  return found;
}

Plan make_plan(std::shared_ptr<const ir::Program> program) {
  return Planner(std::move(program)).run();
}

}  // namespace fairmon::engine
