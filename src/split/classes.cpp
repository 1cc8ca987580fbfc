#include "split/classes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ir/dependencies.hpp"

namespace fairmon::split {

namespace {

class Classifier {
 public:
  Classifier(const ir::Program& program, const Locality& rows,
             const std::vector<Candidate>& candidates, const std::vector<std::size_t>& chosen)
      : program_(program),
        rows_(rows),
        candidates_(candidates),
        chosen_(chosen),
        owners_(ir::find_owners(program)),
        placements_(program.streams.size()) {}

  support::IdVector<ir::StreamId, Placement> run() {
    for (const ir::StreamId id : program_.streams.ids()) {
      place(id);
    }
    for (const ir::StreamId id : program_.streams.ids()) {
      if (placements_[id].kind == Class::Global) {
        look_at_reads(id);
      }
    }
    for (const ir::StreamId id : program_.streams.ids()) {
      if (placements_[id].kind == Class::Global && !program_.streams[id].parameters.empty()) {
        placements_[id].refusal = refuse(id, 0);
      }
    }
    return std::move(placements_);
  }

 private:
  void place(ir::StreamId id) {
    Placement& placement = placements_[id];
    if (rows_.holds(id)) {
      placement.kind = Class::Row;
      return;
    }
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      if (candidates_[chosen_[i]].locality.holds(id)) {
        placement.kind = Class::Local;
        placement.key = static_cast<std::uint32_t>(i);
        return;
      }
    }
  }

  /// What a global stream wants from the shards, and whether they can prepare it.
  void look_at_reads(ir::StreamId id) {
    const ir::Stream& stream = program_.streams[id];
    Placement& placement = placements_[id];
    bool from_shards = false;
    bool periodic = !stream.spawn && ir::is_periodic(stream);
    for (const ir::EvalClause& eval : stream.evals) {
      for (const ir::ExprId root : {eval.when, eval.with}) {
        ir::for_each_expr(program_, root, [&](ir::ExprId expr) {
          from_shards = look_at_read(program_.exprs[expr], periodic, placement) || from_shards;
        });
      }
    }
    if (!periodic) {
      placement.traffic = Traffic::Event;
    } else if (from_shards) {
      placement.traffic = Traffic::Pane;
      placement.kind = placement.refusal ? Class::Global : Class::Mergeable;
    }
  }

  /// True if the expression reads what shards hold.
  bool look_at_read(const ir::Expr& expr, bool periodic, Placement& placement) {
    const ir::StreamId target = ir::accessed_stream(program_, expr);
    const builtins::Aggregate* aggregate = nullptr;
    bool by_count = false;
    if (expr.kind == ir::ExprKind::WindowRead) {
      const ir::Window& window = program_.windows[expr.window];
      aggregate = window.aggregate;
      by_count = window.kind == ir::WindowKind::Discrete;
    } else if (expr.kind == ir::ExprKind::InstanceAggregate) {
      aggregate = program_.aggregations[expr.aggregation].aggregate;
    }
    if (!target.valid() || placements_[target].kind == Class::Global ||
        placements_[target].kind == Class::Mergeable) {
      return false;
    }
    const bool in_order = aggregate != nullptr && aggregate->name == "integral";
    if (periodic && !placement.refusal && (by_count || in_order || !merges(aggregate, target))) {
      placement.refusal = Refusal{
          "D05",
          fmt::format("{} over `{}` cannot be put together from what shards know",
                      by_count ? "a window that counts values" : std::string(aggregate->name),
                      shown(target)),
          "use a window of a fixed duration with count, sum, avg, min, max, var, exists or forall",
          expr.span};
    }
    return true;
  }

  [[nodiscard]] bool merges(const builtins::Aggregate* aggregate, ir::StreamId target) const {
    if (aggregate == nullptr) {
      return true;
    }
    const auto bound = aggregate->bind(program_.streams[target].type, 0);
    return !bound || bound->algebra != builtins::Algebra::Holistic;
  }

  /// The name people know a stream by.
  [[nodiscard]] const std::string& shown(ir::StreamId id) const {
    const ir::StreamId owner = owners_[id];
    return program_.streams[program_.streams.contains(owner) ? owner : id].name;
  }

  /// The key that comes nearest: one that the stream is spawned with.
  [[nodiscard]] const Candidate* nearest(ir::StreamId id) const {
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates_) {
      const auto& obstacle = candidate.locality.obstacle(id);
      if (obstacle && obstacle->kind != Obstacle::Kind::OtherKey &&
          (best == nullptr ||
           candidate.locality.num_parameterised() > best->locality.num_parameterised())) {
        best = &candidate;
      }
    }
    return best;
  }

  [[nodiscard]] std::string all_keys() const {
    std::string keys;
    for (const Candidate& candidate : candidates_) {
      keys += (keys.empty() ? "`" : ", `") + candidate.text + "`";
    }
    return keys;
  }

  [[nodiscard]] Refusal refuse(ir::StreamId id, int depth) const {
    const ir::Stream& stream = program_.streams[id];
    const Candidate* candidate = nearest(id);
    if (candidate == nullptr) {
      const bool any = !candidates_.empty();
      return {"D04",
              fmt::format("`{}` is spawned with something that is no key{}", shown(id),
                          any ? "; keys are " + all_keys() : ""),
              "spawn it with an input, or with a stream that needs the current event only",
              stream.spawn ? stream.spawn->span : stream.span};
    }
    const Obstacle& obstacle = *candidate->locality.obstacle(id);
    const ir::StreamId read = obstacle.read;
    // The root of the matter is what helps.
    if (obstacle.kind == Obstacle::Kind::Feedback && depth < 8 && read != id &&
        !program_.streams[read].parameters.empty() && placements_[read].kind == Class::Global &&
        nearest(read) != nullptr) {
      return refuse(read, depth + 1);
    }
    return describe(id, *candidate, obstacle);
  }

  [[nodiscard]] Refusal describe(ir::StreamId id, const Candidate& candidate,
                                 const Obstacle& obstacle) const {
    const std::string name = shown(id);
    const std::string& key = candidate.text;
    const std::string read = obstacle.read.valid() ? shown(obstacle.read) : std::string();
    const bool crosses = obstacle.kind == Obstacle::Kind::Feedback &&
                         !program_.streams[obstacle.read].parameters.empty();
    switch (crosses ? Obstacle::Kind::OtherInstance : obstacle.kind) {
      case Obstacle::Kind::OtherInstance:
        return {
            "D01",
            fmt::format("`{}` reads instances of `{}` that events of another `{}` may have changed",
                        name, read, key),
            fmt::format("streams per key may read only their own: pass the parameter that is "
                        "`{}`, or compare keys in a trigger",
                        key),
            obstacle.span};
      case Obstacle::Kind::History:
        return {"D02",
                fmt::format("`{}` reads the past of `{}`, which an event of any `{}` left", name,
                            read, key),
                fmt::format("declare a stream of `{0}` with a parameter p, `spawn with {1}` and "
                            "`eval when {1} == p`, and read that",
                            read, key),
                obstacle.span};
      case Obstacle::Kind::Feedback:
        return {"D03",
                fmt::format("`{}` reads `{}`, which all of `{}` have in common", name, read, key),
                fmt::format("compare the two in a trigger, or let `{}` keep a value of its own per "
                            "`{}`",
                            read, key),
                obstacle.span};
      case Obstacle::Kind::EveryEvent:
        return {"D06", fmt::format("every instance of `{}` looks at every event", name),
                fmt::format("say `when {} == …` with its parameter first, or give it a periodic "
                            "pacing",
                            key),
                obstacle.span};
      case Obstacle::Kind::OtherKey:
        break;
    }
    return {"D04", fmt::format("`{}` is not spawned with `{}`", name, key),
            "spawn it with one of " + all_keys(), obstacle.span};
  }

  const ir::Program& program_;
  const Locality& rows_;
  const std::vector<Candidate>& candidates_;
  const std::vector<std::size_t>& chosen_;
  support::IdVector<ir::StreamId, ir::StreamId> owners_;
  support::IdVector<ir::StreamId, Placement> placements_;
};

}  // namespace

support::IdVector<ir::StreamId, Placement> classify(const ir::Program& program,
                                                    const Locality& rows,
                                                    const std::vector<Candidate>& candidates,
                                                    const std::vector<std::size_t>& chosen) {
  return Classifier(program, rows, candidates, chosen).run();
}

}  // namespace fairmon::split
