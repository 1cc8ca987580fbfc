#include "engine/plan/run_graph.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "engine/plan/scan.hpp"
#include "ir/dependencies.hpp"

namespace fairmon::engine {

namespace {

class GraphMaker {
 public:
  GraphMaker(const Plan& plan, std::vector<RunStream>& streams)
      : plan_(plan), program_(*plan.program), walker_(program_), streams_(streams) {
    eval_node_.assign(plan.streams.size(), kNone);
    spawn_node_.assign(plan.tables.size(), kNone);
  }

  std::vector<RunNode> run() {
    list_nodes();
    for (node_ = 0; node_ < nodes_.size(); ++node_) {
      RunNode& node = nodes_[node_];
      if (node.is_close) {
        close_node(plan_.tables[node.step.index]);
      } else if (node.step.kind == StepPlan::Kind::Spawn) {
        spawn_node(plan_.tables[node.step.index]);
      } else {
        eval_node(node.step.index);
      }
    }
    link_windows();
    for (RunNode& node : nodes_) {
      std::ranges::sort(node.needs);
      const auto repeated = std::ranges::unique(node.needs);
      node.needs.erase(repeated.begin(), repeated.end());
    }
    return std::move(nodes_);
  }

 private:
  void list_nodes() {
    for (const StepPlan& step : plan_.steps) {
      const bool spawns = step.kind == StepPlan::Kind::Spawn;
      if (!spawns && plan_.streams[step.index].evals.empty()) {
        continue;
      }
      const ClausePlan& clause =
          spawns ? plan_.tables[step.index].spawn : plan_.streams[step.index].evals.front();
      if (clause.pacing != ir::PacingKind::Event) {
        continue;
      }
      (spawns ? spawn_node_ : eval_node_)[step.index] = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({step, false, {}, {}, false, RowsReason::None});
      if (!spawns) {
        streams_[step.index].mode = mode_of(plan_.streams[step.index]);
      }
    }
    for (const std::uint32_t table : plan_.closing) {
      if (plan_.tables[table].close.pacing == ir::PacingKind::Event) {
        nodes_.push_back({{StepPlan::Kind::Eval, table, 0}, true, {}, {}, false, {}});
      }
    }
  }

  [[nodiscard]] RunMode mode_of(const StreamPlan& stream) const {
    if (plan_.tables[stream.table].num_key_cells == 0) {
      return RunMode::Single;
    }
    return stream.evals.front().keys.empty() ? RunMode::Cross : RunMode::Keyed;
  }

  void spawn_node(const TablePlan& table) {
    for (const ir::ExprId condition : table.spawn.conditions) {
      look(condition, kNone);
    }
    look(table.spawn.with, kNone);
    check_windows({&table.spawn, 1});
  }

  void close_node(const TablePlan& table) {
    need(spawn_node_[nodes_[node_].step.index]);
    for (const ir::ExprId key : table.close.keys) {
      look(key, kNone);
    }
    for (const ir::ExprId condition : table.close.conditions) {
      look(condition, kNone);
    }
    check_windows({&table.close, 1});
  }

  void eval_node(std::uint32_t stream) {
    const StreamPlan& planned = plan_.streams[stream];
    RunStream& run = streams_[stream];
    need(spawn_node_[planned.table]);
    for (const ClausePlan& clause : planned.evals) {
      for (const ir::ExprId key : clause.keys) {
        look(key, kNone);
      }
      for (const ir::ExprId condition : clause.conditions) {
        run.recursive_condition |= look(condition, stream);
      }
      run.recursive |= look(clause.with, stream);
    }
    run.recursive |= run.recursive_condition;
    if (run.recursive && run.mode == RunMode::Cross) {
      nodes_[node_].reason = RowsReason::OwnPast;
    }
    // Rows of a recursive stream may be evaluated out of order, which windows cannot follow.
    if (run.recursive && nodes_[node_].moving &&
        (run.recursive_condition || !Scan::make(plan_, stream))) {
      nodes_[node_].reason = RowsReason::OutOfOrder;
    }
    check_windows(planned.evals);
  }

  void check_windows(std::span<const ClausePlan> clauses) {
    if (reads_window_twice(clauses)) {
      nodes_[node_].reason = RowsReason::WindowTwice;
    }
  }

  /// Enters everything below an expression; true if it reads the past of `reader` itself.
  bool look(ir::ExprId root, std::uint32_t reader) {
    bool own = false;
    walker_.walk(root, [&](ir::ExprId id) {
      const ir::Expr& expr = program_.exprs[id];
      RunNode& node = nodes_[node_];
      if (expr.kind == ir::ExprKind::WindowRead) {
        node.moving = true;
        node.windows.push_back(expr.window.value);
        need_stream(program_.windows[expr.window].target.value);
      } else if (expr.kind == ir::ExprKind::InstanceAggregate) {
        node.moving |= plan_.folded(expr.aggregation);
        need_stream(program_.aggregations[expr.aggregation].target.value);
      } else if (expr.stream.valid() && expr.stream.value == reader) {
        own = true;
        check_own(expr);
      } else if (expr.stream.valid()) {
        streams_[expr.stream.index()].past_read |=
            expr.kind == ir::ExprKind::Offset || expr.kind == ir::ExprKind::Hold;
        need_stream(expr.stream.value);
      }
    });
    return own;
  }

  /// Its own past must be that of the same instance.
  void check_own(const ir::Expr& expr) {
    const std::size_t num_parameters = program_.streams[expr.stream].parameters.size();
    if (expr.kind != ir::ExprKind::Offset ||
        !ir::names_own_instance(program_, expr, num_parameters)) {
      nodes_[node_].reason = RowsReason::OwnPast;
    }
  }

  /// Whether one window is read more than once per row. What a clause computes for all its rows is
  /// kept (Evaluator::eval); what it computes for some of them only may come again for others.
  bool reads_window_twice(std::span<const ClausePlan> clauses) {
    WindowReads reads{program_, {}, {}, {}, false};
    for (const ClausePlan& clause : clauses) {
      reads.computed.clear();
      for (const ir::ExprId key : clause.keys) {
        reads.visit(key, true);
      }
      for (const ir::ExprId condition : clause.conditions) {
        reads.visit(condition, true);
      }
      reads.visit(clause.with, true);
    }
    return reads.twice;
  }

  struct WindowReads {
    const ir::Program& program;
    std::set<std::uint32_t> computed;     ///< for all rows of the clause
    std::map<std::uint32_t, int> visits;  ///< of others
    std::set<std::uint32_t> read;         ///< windows
    bool twice = false;

    /// `always`: for all rows that come this far.
    void visit(ir::ExprId id, bool always) {
      if (!id.valid() || computed.contains(id.value) || (!always && ++visits[id.value] > 2)) {
        return;
      }
      const ir::Expr& expr = program.exprs[id];
      const bool lazy = expr.kind == ir::ExprKind::And || expr.kind == ir::ExprKind::Or ||
                        expr.kind == ir::ExprKind::If || expr.kind == ir::ExprKind::Defaults;
      for (std::size_t i = 0; i < expr.operands.size(); ++i) {
        visit(expr.operands[i], always && (!lazy || i == 0));
      }
      if (expr.kind == ir::ExprKind::WindowRead) {
        twice |= !read.insert(expr.window.value).second;
      } else if (expr.kind == ir::ExprKind::InstanceAggregate) {
        const ir::InstanceAggregation& aggregation = program.aggregations[expr.aggregation];
        for (int time = 0; time < 2; ++time) {  // a lambda is evaluated for every row anew
          visit(aggregation.where, false);
          visit(aggregation.map, false);
        }
      }
      if (always) {
        computed.insert(id.value);
      }
    }
  };

  void need_stream(std::uint32_t stream) {
    need(eval_node_[stream]);
    need(spawn_node_[plan_.streams[stream].table]);
  }
  void need(std::uint32_t node) {
    if (node != kNone && node != node_) {
      nodes_[node_].needs.push_back(node);
    }
  }

  /// A window moves on while it is read: all that read one go through the rows together.
  void link_windows() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> readers;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      for (const std::uint32_t window : nodes_[node].windows) {
        std::vector<std::uint32_t>& known = readers[window];
        if (known.empty() || known.back() != node) {
          known.push_back(node);
        }
      }
    }
    for (const auto& [window, known] : readers) {
      for (std::size_t i = 0; known.size() > 1 && i < known.size(); ++i) {
        nodes_[known[i]].needs.push_back(known[(i + 1) % known.size()]);
      }
    }
  }

  const Plan& plan_;
  const ir::Program& program_;
  ir::ExprWalker walker_;
  std::vector<RunStream>& streams_;
  std::vector<std::uint32_t> eval_node_;   ///< by stream
  std::vector<std::uint32_t> spawn_node_;  ///< by table
  std::vector<RunNode> nodes_;
  std::uint32_t node_ = 0;  ///< the one being looked at
};

/// Tarjan's search for strongly connected groups, without recursion along deep programs.
class Grouping {
 public:
  explicit Grouping(const std::vector<RunNode>& nodes)
      : nodes_(nodes), found_(nodes.size(), 0), low_(nodes.size(), 0), done_(nodes.size(), false) {}

  void visit(std::uint32_t start) {
    if (found_[start] != 0) {
      return;
    }
    enter(start);
    while (!path_.empty()) {
      const std::uint32_t node = path_.back().node;
      if (path_.back().next < nodes_[node].needs.size()) {
        const std::uint32_t other = nodes_[node].needs[path_.back().next++];
        if (found_[other] == 0) {
          enter(other);
        } else if (!done_[other]) {
          low_[node] = std::min(low_[node], found_[other]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) {
        low_[path_.back().node] = std::min(low_[path_.back().node], low_[node]);
      }
      if (low_[node] == found_[node]) {
        leave(node);
      }
    }
  }
  std::vector<std::vector<std::uint32_t>> groups;

 private:
  struct Step {
    std::uint32_t node;
    std::size_t next = 0;
  };
  void enter(std::uint32_t node) {
    found_[node] = low_[node] = ++num_found_;
    open_.push_back(node);
    path_.push_back({node});
  }
  void leave(std::uint32_t root) {
    std::vector<std::uint32_t>& group = groups.emplace_back();
    std::uint32_t node = kNone;
    do {
      node = open_.back();
      open_.pop_back();
      done_[node] = true;
      group.push_back(node);
    } while (node != root);
    std::ranges::sort(group);
  }

  const std::vector<RunNode>& nodes_;
  std::vector<std::uint32_t> found_;  ///< when, counted from 1
  std::vector<std::uint32_t> low_;
  std::vector<bool> done_;
  std::vector<Step> path_;
  std::vector<std::uint32_t> open_;
  std::uint32_t num_found_ = 0;
};

}  // namespace

std::vector<RunNode> make_run_graph(const Plan& plan, std::vector<RunStream>& streams) {
  return GraphMaker(plan, streams).run();
}

std::vector<std::vector<std::uint32_t>> order_groups(const std::vector<RunNode>& nodes,
                                                     const std::vector<std::uint32_t>& first) {
  Grouping grouping(nodes);
  for (const std::uint32_t node : first) {
    grouping.visit(node);
  }
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    grouping.visit(node);
  }
  return std::move(grouping.groups);
}

}  // namespace fairmon::engine
