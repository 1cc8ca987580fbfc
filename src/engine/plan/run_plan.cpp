#include "engine/plan/run_plan.hpp"

#include <algorithm>

#include "engine/plan/run_graph.hpp"
#include "engine/schedule/schedule.hpp"

namespace fairmon::engine {

namespace {

class RunPlanner {
 public:
  explicit RunPlanner(const Plan& plan) : plan_(plan) {}

  RunPlan run() {
    result_.streams.resize(plan_.streams.size());
    nodes_ = make_run_graph(plan_, result_.streams);
    std::vector<std::uint32_t> closes;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (nodes_[node].is_close) {
        closes.push_back(node);
        result_.closing.push_back(nodes_[node].step.index);
      } else if (nodes_[node].step.kind == StepPlan::Kind::Spawn) {
        note_local(nodes_[node].step.index);
      }
    }
    const auto groups = order_groups(nodes_, closes);
    std::size_t done = 0;
    if (!closes.empty()) {
      done = plan_cone(groups, closes);
    }
    for (; done < groups.size(); ++done) {
      add_group(groups[done]);
    }
    return std::move(result_);
  }

 private:
  void note_local(std::uint32_t table) {
    for (const Plan::LocalPeriod& local : plan_.local_periods) {
      if (local.table == table) {
        const std::int64_t first = multiple(local.period, 1);
        result_.shortest_local =
            result_.has_local ? std::min(result_.shortest_local, first) : first;
        result_.has_local = true;
      }
    }
  }

  [[nodiscard]] RowsReason reason_of(const std::vector<std::uint32_t>& group) const {
    return group.size() > 1 ? RowsReason::Mutual : nodes_[group.front()].reason;
  }

  Segment& segment(Segment::Kind kind) {
    if (kind == Segment::Kind::Rows || result_.segments.empty() ||
        result_.segments.back().kind != kind) {
      result_.segments.push_back({kind, {}, false, RowsReason::None});
    }
    return result_.segments.back();
  }

  void add_group(const std::vector<std::uint32_t>& group) {
    const RowsReason reason = reason_of(group);
    Segment& target =
        segment(reason == RowsReason::None ? Segment::Kind::Columns : Segment::Kind::Rows);
    target.reason = reason;
    for (const std::uint32_t node : group) {
      add_step(target, nodes_[node].step, reason);
    }
  }

  void add_step(Segment& target, const StepPlan& step, RowsReason reason) {
    target.steps.push_back(step);
    if (step.kind == StepPlan::Kind::Eval) {
      result_.streams[step.index].reason = reason;
    }
  }

  /// Everything that decides when instances close comes first: as columns over rows that may turn
  /// out to be too many, as long as that leaves no trace, and then row by row. Returns how many of
  /// the groups that is.
  std::size_t plan_cone(const std::vector<std::vector<std::uint32_t>>& groups,
                        const std::vector<std::uint32_t>& closes) {
    std::vector<bool> tentative(nodes_.size(), false);
    std::vector<std::uint32_t> rest;
    std::size_t num_closes = 0;
    std::size_t done = 0;
    for (; num_closes < closes.size(); ++done) {
      const std::vector<std::uint32_t>& group = groups[done];
      const RunNode& node = nodes_[group.front()];
      bool leaves_no_trace = reason_of(group) == RowsReason::None && !node.moving;
      for (const std::uint32_t need : node.needs) {
        leaves_no_trace = leaves_no_trace && tentative[need];
      }
      num_closes += static_cast<std::size_t>(
          std::ranges::count_if(group, [&](std::uint32_t n) { return nodes_[n].is_close; }));
      if (!leaves_no_trace) {
        rest.insert(rest.end(), group.begin(), group.end());
        continue;
      }
      tentative[group.front()] = true;
      if (!node.is_close) {
        add_step(segment(Segment::Kind::Columns), node.step, RowsReason::None);
        if (node.step.kind == StepPlan::Kind::Eval) {
          result_.streams[node.step.index].tentative = true;
        }
      }
    }
    if (rest.empty()) {
      segment(Segment::Kind::Close);
      return done;
    }
    Segment& rows = segment(Segment::Kind::Rows);
    rows.closes = true;
    rows.reason = RowsReason::Closing;
    std::ranges::sort(rest);  // back to the order of layers
    for (const std::uint32_t node : rest) {
      if (!nodes_[node].is_close) {
        add_step(rows, nodes_[node].step, RowsReason::Closing);
      }
    }
    return done;
  }

  const Plan& plan_;
  std::vector<RunNode> nodes_;
  RunPlan result_;
};

}  // namespace

RunPlan make_run_plan(const Plan& plan) { return RunPlanner(plan).run(); }

}  // namespace fairmon::engine
