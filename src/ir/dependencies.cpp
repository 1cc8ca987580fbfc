#include "ir/dependencies.hpp"

#include <unordered_set>

namespace fairmon::ir {

StreamId accessed_stream(const Program& program, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Sync:
    case ExprKind::Offset:
    case ExprKind::Hold:
    case ExprKind::Get:
    case ExprKind::IsFresh:
      return expr.stream;
    case ExprKind::WindowRead:
      return program.windows[expr.window].target;
    case ExprKind::InstanceAggregate:
      return program.aggregations[expr.aggregation].target;
    case ExprKind::Constant:
    case ExprKind::Parameter:
    case ExprKind::LambdaParameter:
    case ExprKind::Now:
    case ExprKind::Apply:
    case ExprKind::Equal:
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::If:
    case ExprKind::Defaults:
    case ExprKind::Tuple:
    case ExprKind::Project:
    case ExprKind::Some:
    case ExprKind::Error:
      return {};
  }
  return {};
}

namespace {

class Collector {
 public:
  explicit Collector(const Program& program) : program_(program), walker_(program) {}

  std::vector<Dependency> run() {
    for (const StreamId id : program_.streams.ids()) {
      const Stream& stream = program_.streams[id];
      if (stream.spawn) {
        add(id, ClausePart::Spawn, stream.spawn->pacing, stream.spawn->when);
        add(id, ClausePart::Spawn, stream.spawn->pacing, stream.spawn->with);
      }
      for (const EvalClause& eval : stream.evals) {
        add(id, ClausePart::Eval, eval.pacing, eval.when);
        add(id, ClausePart::Eval, eval.pacing, eval.with);
      }
      if (stream.close) {
        add(id, ClausePart::Close, stream.close->pacing, stream.close->when);
      }
    }
    return std::move(found_);
  }

 private:
  void add(StreamId from, ClausePart part, const Pacing& pacing, ExprId root) {
    walker_.walk(root, [&](ExprId id) {
      const Expr& expr = program_.exprs[id];
      const StreamId to = accessed_stream(program_, expr);
      if (!to.valid()) {
        return;
      }
      const bool is_offset = expr.kind == ExprKind::Offset;
      const bool same_world =
          (pacing.kind != PacingKind::Event) == is_periodic(program_.streams[to]);
      const bool own = is_offset && to == from && part == ClausePart::Eval &&
                       names_own_instance(program_, expr, program_.streams[from].parameters.size());
      found_.push_back({from, to, part, expr.kind, is_offset ? expr.index : 0, own,
                        same_world && !is_offset && part != ClausePart::Close});
    });
  }

  const Program& program_;
  ExprWalker walker_;
  std::vector<Dependency> found_;
};

/// Depth-first search that stops at the first stream met again on the way.
class CycleSearch {
 public:
  CycleSearch(std::size_t num_streams, const std::vector<Dependency>& dependencies)
      : edges_(num_streams), state_(num_streams, State::New) {
    for (const Dependency& dependency : dependencies) {
      if (dependency.ordering) {
        edges_[dependency.from].push_back(dependency.to);
      }
    }
  }

  std::optional<std::vector<StreamId>> run() {
    for (const StreamId start : edges_.ids()) {
      if (state_[start] == State::New && visit_from(start)) {
        return cycle_;
      }
    }
    return std::nullopt;
  }

 private:
  enum class State : std::uint8_t { New, Open, Done };
  struct Step {
    StreamId stream;
    std::size_t next = 0;
  };

  bool visit_from(StreamId start) {
    std::vector<Step> path{{start}};
    state_[start] = State::Open;
    while (!path.empty()) {
      Step& top = path.back();
      if (top.next == edges_[top.stream].size()) {
        state_[top.stream] = State::Done;
        path.pop_back();
        continue;
      }
      const StreamId next = edges_[top.stream][top.next++];
      if (state_[next] == State::Open) {
        remember(path, next);
        return true;
      }
      if (state_[next] == State::New) {
        state_[next] = State::Open;
        path.push_back({next});
      }
    }
    return false;
  }

  void remember(const std::vector<Step>& path, StreamId closing) {
    bool inside = false;
    for (const Step& step : path) {
      inside = inside || step.stream == closing;
      if (inside) {
        cycle_.push_back(step.stream);
      }
    }
  }

  support::IdVector<StreamId, std::vector<StreamId>> edges_;
  support::IdVector<StreamId, State> state_;
  std::vector<StreamId> cycle_;
};

}  // namespace

void for_each_expr(const Program& program, ExprId root, const std::function<void(ExprId)>& visit) {
  if (!root.valid()) {
    return;
  }
  std::unordered_set<ExprId> seen{root};
  std::vector<ExprId> open{root};
  const auto push = [&](ExprId id) {
    if (id.valid() && seen.insert(id).second) {
      open.push_back(id);
    }
  };
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    visit(id);
    const Expr& expr = program.exprs[id];
    for (const ExprId operand : expr.operands) {
      push(operand);
    }
    if (expr.kind == ExprKind::InstanceAggregate) {
      push(program.aggregations[expr.aggregation].where);
      push(program.aggregations[expr.aggregation].map);
    }
  }
}

bool names_own_instance(const Program& program, const Expr& access, std::size_t num_parameters) {
  if (access.operands.size() != num_parameters) {
    return false;
  }
  for (std::size_t i = 0; i < num_parameters; ++i) {
    const Expr& operand = program.exprs[access.operands[i]];
    if (operand.kind != ExprKind::Parameter || operand.index != i) {
      return false;
    }
  }
  return true;
}

std::vector<Dependency> collect_dependencies(const Program& program) {
  return Collector(program).run();
}

support::IdVector<StreamId, StreamId> find_owners(const Program& program) {
  support::IdVector<StreamId, StreamId> owners;
  for (const StreamId id : program.streams.ids()) {
    owners.push_back(id);
  }
  const std::vector<Dependency> dependencies = collect_dependencies(program);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Dependency& dependency : dependencies) {
      StreamId& owner = owners[dependency.to];
      const StreamId reader = owners[dependency.from];
      if (dependency.to.index() >= program.num_public && reader.index() < program.num_public &&
          reader < owner) {
        owner = reader;
        changed = true;
      }
    }
  }
  for (const StreamId id : program.streams.ids()) {
    if (program.streams[id].silent) {
      owners[id] = StreamId(program.streams.size());
    }
  }
  return owners;
}

std::optional<std::vector<StreamId>> find_cycle(const Program& program) {
  return CycleSearch(program.streams.size(), collect_dependencies(program)).run();
}

}  // namespace fairmon::ir
