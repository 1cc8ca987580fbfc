#include "engine/plan/describe.hpp"

#include <fmt/format.h>

#include "engine/plan/run_plan.hpp"
#include "engine/plan/scan.hpp"

namespace fairmon::engine {

namespace {

std::string_view mode_name(RunMode mode) {
  switch (mode) {
    case RunMode::Idle:
      return "at deadlines";
    case RunMode::Single:
      return "one instance";
    case RunMode::Keyed:
      return "one instance, looked up";
    case RunMode::Cross:
      return "every instance";
  }
  return {};
}

std::string_view reason_name(RowsReason reason) {
  switch (reason) {
    case RowsReason::None:
      return {};
    case RowsReason::Mutual:
      return "it and another stream read each other's past";
    case RowsReason::OwnPast:
      return "it reads its own past other than by an offset of the same instance";
    case RowsReason::WindowTwice:
      return "it reads one window in several places";
    case RowsReason::OutOfOrder:
      return "it depends on its own past and reads a window or an aggregate over instances";
    case RowsReason::Closing:
      return "instances may close by it, and it reads a window or an aggregate over instances";
  }
  return {};
}

class Describer {
 public:
  explicit Describer(const ir::Program& program)
      : program_(program),
        // The plan lives no longer than the program that the caller has.
        plan_(make_plan(std::shared_ptr<const ir::Program>(&program, [](const auto*) {}))),
        run_(make_run_plan(plan_)) {}

  std::vector<StreamWay> streams() {
    std::vector<StreamWay> ways(program_.streams.size());
    for (const ir::StreamId id : program_.streams.ids()) {
      describe(id, ways[id.index()]);
    }
    for (const std::uint32_t table : run_.closing) {
      describe_close(plan_.tables[table], ways);
    }
    return ways;
  }

  std::string plan() {
    std::string text;
    const std::vector<StreamWay> ways = streams();
    for (const ir::StreamId id : program_.streams.ids()) {
      if (program_.streams[id].kind != ir::StreamKind::Input) {
        text += stream_line(id, ways[id.index()]);
      }
    }
    text += "a run of events:\n";
    for (const Segment& segment : run_.segments) {
      text += segment_line(segment);
    }
    for (const ir::AggregationId id : program_.aggregations.ids()) {
      text +=
          fmt::format("{} over instances of {}: {}\n", program_.aggregations[id].aggregate->name,
                      name(program_.aggregations[id].target.value),
                      plan_.folded(id) ? "kept up to date, or swept when most has changed"
                                       : "all instances, at every read");
    }
    return text;
  }

 private:
  [[nodiscard]] const std::string& name(std::uint32_t stream) const {
    return program_.streams[ir::StreamId(stream)].name;
  }

  std::string stream_line(ir::StreamId id, const StreamWay& way) const {
    const ir::Stream& stream = program_.streams[id];
    std::string text =
        fmt::format("{}: {}", stream.name,
                    way.events.empty() ? mode_name(RunMode::Idle) : std::string_view(way.events));
    if (stream.table.valid()) {
      text += fmt::format(", instances of {}", program_.streams[stream.table].name);
    }
    text += fmt::format(", keeps {}\n", stream.num_kept);
    for (const std::string& slow : way.slow) {
      text += fmt::format("  slow: {}\n", slow);
    }
    return text;
  }

  std::string segment_line(const Segment& segment) const {
    std::string text = segment.kind == Segment::Kind::Columns ? "  columns:"
                       : segment.kind == Segment::Kind::Rows  ? "  row by row:"
                                                              : "  closes:";
    for (const StepPlan& step : segment.steps) {
      text += step.kind == StepPlan::Kind::Spawn
                  ? fmt::format(" spawn {}", name(plan_.tables[step.index].members.front()))
                  : fmt::format(" {}", name(step.index));
    }
    if (segment.closes || segment.kind == Segment::Kind::Close) {
      for (const std::uint32_t table : run_.closing) {
        text += fmt::format(" close {}", name(plan_.tables[table].members.front()));
      }
      text += "; the first close ends the run";
    }
    return text + "\n";
  }

  void describe(ir::StreamId id, StreamWay& way) {
    const RunStream& run = run_.streams[id.index()];
    if (run.mode == RunMode::Idle) {
      return;
    }
    way.events = mode_name(run.mode);
    way.events += run.reason != RowsReason::None ? ", row by row"
                  : !run.recursive               ? ", as columns"
                  : Scan::make(plan_, id.value).has_value() && !run.recursive_condition
                      ? ", one pass over the rows"
                      : ", in waves of rows";
    if (run.reason != RowsReason::None) {
      way.slow.push_back(
          fmt::format("it is evaluated row by row, because {}", reason_name(run.reason)));
    }
    if (run.mode == RunMode::Cross) {
      way.slow.emplace_back(
          "every instance is asked at every event, because no condition says which one is meant");
    }
    for (const ClausePlan& clause : plan_.streams[id.index()].evals) {
      for (const ir::ExprId condition : clause.conditions) {
        find_gathers(condition, way);
      }
      find_gathers(clause.with, way);
    }
  }

  /// Aggregates over instances that cannot be kept up to date.
  void find_gathers(ir::ExprId root, StreamWay& way) {
    ir::for_each_expr(program_, root, [&](ir::ExprId id) {
      const ir::Expr& expr = program_.exprs[id];
      if (expr.kind != ir::ExprKind::InstanceAggregate || plan_.folded(expr.aggregation)) {
        return;
      }
      const ir::InstanceAggregation& aggregation = program_.aggregations[expr.aggregation];
      const auto why = aggregation.selection == ir::Selection::Fresh
                           ? "which of them are fresh is new every time"
                       : aggregation.where.valid() || aggregation.map.valid()
                           ? "its lambda looks at more than the instance and its value"
                           : "it needs all values";
      way.slow.push_back(fmt::format("{} looks at all instances of {} at every event, because {}",
                                     aggregation.aggregate->name, name(aggregation.target.value),
                                     why));
    });
  }

  void describe_close(const TablePlan& table, std::vector<StreamWay>& ways) const {
    if (table.num_key_cells == 0 || !table.close.keys.empty()) {
      return;
    }
    for (const std::uint32_t stream : table.members) {
      ways[stream].slow.emplace_back(
          "every instance is asked at every event whether it closes, because the condition does "
          "not "
          "say which one is meant");
    }
  }

  const ir::Program& program_;
  Plan plan_;
  RunPlan run_;
};

}  // namespace

std::vector<StreamWay> describe_streams(const ir::Program& program) {
  return Describer(program).streams();
}

std::string describe_plan(const ir::Program& program) { return Describer(program).plan(); }

}  // namespace fairmon::engine
