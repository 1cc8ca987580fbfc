#include "engine/runs/run_plan.hpp"

#include <algorithm>
#include <map>

#include "engine/runs/scan.hpp"
#include "engine/schedule/schedule.hpp"

namespace fairmon::engine {

namespace {

class RunPlanner {
 public:
  explicit RunPlanner(const Plan& plan) : plan_(plan), program_(*plan.program) {}

  RunPlan run() {
    result_.streams.resize(plan_.streams.size());
    result_.possible = true;
    for (const TablePlan& table : plan_.tables) {
      // An instance that ends inside a run would have two lives in it.
      if (table.closed && table.close.pacing == ir::PacingKind::Event) {
        result_.possible = false;
      }
    }
    for (const StepPlan& step : plan_.steps) {
      if (step.kind == StepPlan::Kind::Spawn) {
        spawn_step(step);
      } else {
        eval_step(step);
      }
    }
    for (const auto& [window, sites] : window_sites_) {
      result_.possible = result_.possible && sites <= 1;
    }
    for (const auto& [aggregation, sites] : fold_sites_) {
      result_.possible = result_.possible && sites <= 1;
    }
    return std::move(result_);
  }

 private:
  void spawn_step(const StepPlan& step) {
    const TablePlan& table = plan_.tables[step.index];
    if (table.spawn.pacing != ir::PacingKind::Event) {
      return;
    }
    result_.steps.push_back(step);
    for (const ir::ExprId condition : table.spawn.conditions) {
      check(condition, kNone);
    }
    check(table.spawn.with, kNone);
    for (const Plan::LocalPeriod& local : plan_.local_periods) {
      if (local.table == step.index) {
        const std::int64_t first = multiple(local.period, 1);
        result_.shortest_local =
            result_.has_local ? std::min(result_.shortest_local, first) : first;
        result_.has_local = true;
      }
    }
  }

  void eval_step(const StepPlan& step) {
    const StreamPlan& stream = plan_.streams[step.index];
    if (stream.evals.empty() || stream.evals.front().pacing != ir::PacingKind::Event) {
      return;
    }
    result_.steps.push_back(step);
    RunStream& planned = result_.streams[step.index];
    if (plan_.tables[stream.table].num_key_cells == 0) {
      planned.mode = RunMode::Single;
    } else {
      planned.mode = stream.evals.front().keys.empty() ? RunMode::Cross : RunMode::Keyed;
    }
    for (const ClausePlan& clause : stream.evals) {
      for (const ir::ExprId key : clause.keys) {
        check(key, kNone);
      }
      for (const ir::ExprId condition : clause.conditions) {
        const bool before = planned.recursive;
        planned.recursive = false;
        check(condition, step.index);
        planned.recursive_condition |= planned.recursive;
        planned.recursive |= before;
      }
      check(clause.with, step.index);
    }
    // Rows of a recursive stream may be evaluated out of order, which windows cannot follow.
    const bool in_order =
        !planned.recursive || (!planned.recursive_condition && Scan::make(plan_, step.index));
    result_.possible = result_.possible && (in_order || !reads_moving(stream));
  }

  /// Does the stream read something that moves on while it is read?
  [[nodiscard]] bool reads_moving(const StreamPlan& stream) const {
    bool found = false;
    const auto look = [&](ir::ExprId id) {
      const ir::ExprKind kind = program_.exprs[id].kind;
      found |= kind == ir::ExprKind::WindowRead || kind == ir::ExprKind::InstanceAggregate;
    };
    for (const ClausePlan& clause : stream.evals) {
      for (const ir::ExprId condition : clause.conditions) {
        visit_exprs(program_, condition, look);
      }
      visit_exprs(program_, clause.with, look);
    }
    return found;
  }

  void check(ir::ExprId root, std::uint32_t reader) {
    visit_exprs(program_, root, [&](ir::ExprId id) { check_one(program_.exprs[id], reader); });
  }

  void check_one(const ir::Expr& expr, std::uint32_t reader) {
    switch (expr.kind) {
      case ir::ExprKind::Sync:
      case ir::ExprKind::Offset:
      case ir::ExprKind::Hold:
      case ir::ExprKind::Get:
      case ir::ExprKind::IsFresh:
        return check_access(expr, reader);
      case ir::ExprKind::WindowRead:
        // A window moves on while it is read, so one place may read it.
        ++window_sites_[expr.window.value];
        return check_order(program_.windows[expr.window].target.value);
      case ir::ExprKind::InstanceAggregate: {
        ++fold_sites_[expr.aggregation.value];
        result_.possible = result_.possible && plan_.folded(expr.aggregation);
        return check_order(program_.aggregations[expr.aggregation].target.value);
      }
      case ir::ExprKind::LambdaParameter:
        result_.possible = false;
        return;
      case ir::ExprKind::Constant:
      case ir::ExprKind::Parameter:
      case ir::ExprKind::Now:
      case ir::ExprKind::Apply:
      case ir::ExprKind::Equal:
      case ir::ExprKind::And:
      case ir::ExprKind::Or:
      case ir::ExprKind::If:
      case ir::ExprKind::Defaults:
      case ir::ExprKind::Tuple:
      case ir::ExprKind::Project:
      case ir::ExprKind::Some:
      case ir::ExprKind::Error:
        return;
    }
  }

  void check_access(const ir::Expr& expr, std::uint32_t reader) {
    if (expr.stream.value != reader) {
      result_.streams[expr.stream.index()].past_read |=
          expr.kind == ir::ExprKind::Offset || expr.kind == ir::ExprKind::Hold;
      return check_order(expr.stream.value);
    }
    // Its own past, of the same instance, and of an instance that one row evaluates once.
    const bool own =
        names_own_instance(program_, expr, program_.streams[expr.stream].parameters.size());
    result_.streams[reader].recursive = true;
    result_.possible = result_.possible && own && expr.kind == ir::ExprKind::Offset &&
                       result_.streams[reader].mode != RunMode::Cross;
  }

  /// A stream that is read must be evaluated already, unless only deadlines change it.
  void check_order(std::uint32_t stream) {
    const StreamPlan& target = plan_.streams[stream];
    const bool event =
        !target.evals.empty() && target.evals.front().pacing == ir::PacingKind::Event;
    const bool done = result_.streams[stream].mode != RunMode::Idle;
    result_.possible = result_.possible && (!event || done);
  }

  const Plan& plan_;
  const ir::Program& program_;
  RunPlan result_;
  std::map<std::uint32_t, int> window_sites_;
  std::map<std::uint32_t, int> fold_sites_;
};

}  // namespace

RunPlan make_run_plan(const Plan& plan) { return RunPlanner(plan).run(); }

}  // namespace fairmon::engine
