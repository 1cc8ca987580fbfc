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
  explicit Planner(std::shared_ptr<const ir::Program> program) : program_(*program) {
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
    return std::move(plan_);
  }

 private:
  void plan_stream(ir::StreamId id) {
    const ir::Stream& stream = program_.streams[id];
    StreamPlan& planned = plan_.streams.emplace_back();
    planned.num_cells = stream.type.num_cells();
    planned.layer = stream.eval_layer;
    planned.table = table_of(id);
    plan_.tables[planned.table].members.push_back(id.value);
    for (const ir::EvalClause& clause : stream.evals) {
      ClausePlan one = plan_pacing(clause.pacing, planned.table, id.value);
      plan_condition(program_, clause.when, lookup_parameters(stream, clause.pacing), one);
      one.with = clause.with;
      one.span = clause.span;
      planned.evals.push_back(std::move(one));
    }
    unify_keys(planned, stream);
  }

  /// Local deadlines name their instances themselves; only other clauses gain by a lookup.
  static std::size_t lookup_parameters(const ir::Stream& stream, const ir::Pacing& pacing) {
    return pacing.kind == ir::PacingKind::Local ? 0 : stream.parameters.size();
  }

  /// A lookup serves a stream only if all its clauses look for the same instance.
  void unify_keys(StreamPlan& planned, const ir::Stream& stream) {
    bool same = true;
    for (const ClausePlan& clause : planned.evals) {
      const ClausePlan& first = planned.evals.front();
      same = same && clause.keys.size() == first.keys.size();
      for (std::size_t i = 0; same && i < clause.keys.size(); ++i) {
        same = same_expr(program_, clause.keys[i], first.keys[i]);
      }
    }
    for (std::size_t i = 0; i < planned.evals.size() && !same; ++i) {
      planned.evals[i].keys.clear();
      planned.evals[i].conditions.clear();
      plan_condition(program_, stream.evals[i].when, 0, planned.evals[i]);
    }
  }

  std::uint32_t table_of(ir::StreamId id) {
    const ir::Stream& stream = program_.streams[id];
    if (!stream.spawn && !stream.close) {
      return 0;
    }
    for (std::uint32_t table = 1; table < plan_.tables.size(); ++table) {
      if (same_life(stream, program_.streams[ir::StreamId(plan_.tables[table].members.front())])) {
        return table;
      }
    }
    plan_.tables.push_back(new_table(stream));
    const auto table = static_cast<std::uint32_t>(plan_.tables.size() - 1);
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
      plan_condition(program_, stream.spawn->when, 0, table.spawn);
      table.spawn.with = stream.spawn->with;
      table.spawn.span = stream.spawn->span;
    }
    if (stream.close) {
      table.closed = true;
      table.close = plan_pacing(stream.close->pacing, kNone, kNone);
      plan_condition(program_, stream.close->when, lookup_parameters(stream, stream.close->pacing),
                     table.close);
      table.close.span = stream.close->span;
    }
    return table;
  }

  bool same_life(const ir::Stream& a, const ir::Stream& b) const {
    if (a.spawn.has_value() != b.spawn.has_value() || a.close.has_value() != b.close.has_value() ||
        a.parameters.size() != b.parameters.size()) {
      return false;
    }
    for (std::size_t i = 0; i < a.parameters.size(); ++i) {
      if (!(a.parameters[i].type == b.parameters[i].type)) {
        return false;
      }
    }
    if (a.spawn &&
        !(a.spawn->pacing == b.spawn->pacing && same_expr(program_, a.spawn->when, b.spawn->when) &&
          same_expr(program_, a.spawn->with, b.spawn->with))) {
      return false;
    }
    return !a.close || (a.close->pacing == b.close->pacing &&
                        same_expr(program_, a.close->when, b.close->when));
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

  void keep(ir::ExprId root, ir::StreamId evaluating) {
    visit_exprs(program_, root, [&](ir::ExprId id) {
      const ir::Expr& expr = program_.exprs[id];
      if (expr.kind == ir::ExprKind::Hold) {
        plan_.streams[expr.stream.index()].remembered = true;
      }
      if (expr.kind != ir::ExprKind::Offset) {
        return;
      }
      // A stream that reads its own past has no value of this cycle yet: one less to keep.
      const bool own =
          expr.stream == evaluating &&
          names_own_instance(program_, expr, program_.streams[evaluating].parameters.size());
      StreamPlan& target = plan_.streams[expr.stream.index()];
      target.kept = std::max(target.kept, own ? expr.index : expr.index + 1);
      target.remembered = true;
    });
  }

  void plan_kept() {
    for (const ir::StreamId id : program_.streams.ids()) {
      const ir::Stream& stream = program_.streams[id];
      for (const ir::EvalClause& clause : stream.evals) {
        keep(clause.when, id);
        keep(clause.with, id);
      }
      if (stream.spawn) {
        keep(stream.spawn->when, {});
        keep(stream.spawn->with, {});
      }
      if (stream.close) {
        keep(stream.close->when, {});
      }
    }
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
  Plan plan_;
};

}  // namespace

bool Plan::folded(ir::AggregationId id) const {
  const ir::InstanceAggregation& aggregation = program->aggregations[id];
  const auto bound = aggregation.aggregate->bind(program->streams[aggregation.target].type,
                                                 aggregation.aggregate_argument);
  return !aggregation.where.valid() && !aggregation.map.valid() &&
         aggregation.selection == ir::Selection::All && bound.has_value() &&
         bound->algebra != builtins::Algebra::Holistic;
}

Plan make_plan(std::shared_ptr<const ir::Program> program) {
  return Planner(std::move(program)).run();
}

}  // namespace fairmon::engine
