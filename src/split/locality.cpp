#include "split/locality.hpp"

#include <algorithm>

#include "ir/dependencies.hpp"

namespace fairmon::split {

std::vector<ir::ExprId> spawn_components(const ir::Program& program, const ir::Stream& stream) {
  if (!stream.spawn || !stream.spawn->with.valid()) {
    return {};
  }
  const ir::Expr& with = program.exprs[stream.spawn->with];
  if (stream.parameters.size() == 1) {
    return {stream.spawn->with};
  }
  return with.kind == ir::ExprKind::Tuple ? with.operands : std::vector<ir::ExprId>();
}

Locality::Locality(const ir::Program& program, ir::Structure& structure, ir::ExprId key)
    : program_(program),
      structure_(structure),
      key_(key.valid() ? structure.number(key) : 0),
      parameters_(program.streams.size()),
      obstacles_(program.streams.size()) {
  for (const ir::StreamId id : program_.streams.ids()) {
    parameters_[id] = key_parameter(program_.streams[id]);
  }
  // What is found wrong with one stream may be wrong with those that read it.
  for (bool changed = true; changed;) {
    changed = false;
    for (const ir::StreamId id : program_.streams.ids()) {
      if (!obstacles_[id]) {
        obstacles_[id] = check(id);
        changed = changed || obstacles_[id].has_value();
      }
    }
  }
}

std::uint32_t Locality::num_parameterised() const {
  std::uint32_t count = 0;
  for (const ir::StreamId id : program_.streams.ids()) {
    count += holds(id) && !program_.streams[id].parameters.empty() ? 1 : 0;
  }
  return count;
}

bool Locality::is_key(ir::ExprId expr) { return key_ != 0 && structure_.number(expr) == key_; }

std::optional<std::uint32_t> Locality::key_parameter(const ir::Stream& stream) {
  const std::vector<ir::ExprId> components = spawn_components(program_, stream);
  for (std::uint32_t i = 0; i < components.size(); ++i) {
    if (is_key(components[i])) {
      return i;
    }
  }
  return std::nullopt;
}

std::optional<Obstacle> Locality::check(ir::StreamId id) {
  const ir::Stream& stream = program_.streams[id];
  if (stream.kind == ir::StreamKind::Input) {
    return std::nullopt;
  }
  return stream.parameters.empty() ? check_row(stream) : check_instances(id, stream);
}

/// No life of its own and no deadlines: a value depends on the event and on what belongs to its
/// key.
std::optional<Obstacle> Locality::check_row(const ir::Stream& stream) {
  own_.reset();
  if (stream.spawn || stream.close || ir::is_periodic(stream)) {
    return Obstacle{Obstacle::Kind::OtherKey, {}, stream.span};
  }
  std::optional<Obstacle> found;
  for (const ir::EvalClause& eval : stream.evals) {
    found = found ? found : check_reads({eval.when, eval.with}, eval.pacing);
  }
  return found;
}

std::optional<Obstacle> Locality::check_instances(ir::StreamId id, const ir::Stream& stream) {
  own_ = parameters_[id];
  if (!own_ || stream.spawn->pacing.kind != ir::PacingKind::Event) {
    return Obstacle{Obstacle::Kind::OtherKey, {}, stream.spawn->span};
  }
  const ir::Pacing& spawning = stream.spawn->pacing;
  std::optional<Obstacle> found = check_reads({stream.spawn->when, stream.spawn->with}, spawning);
  for (const ir::EvalClause& eval : stream.evals) {
    if (!found && !asks_for_key(eval.pacing, eval.guard)) {
      found = Obstacle{Obstacle::Kind::EveryEvent, {}, eval.span};
    }
    found = found ? found : check_reads({eval.when, eval.with}, eval.pacing);
  }
  if (stream.close && !found) {
    const ir::CloseClause& close = *stream.close;
    found = asks_for_key(close.pacing, close.guard)
                ? check_reads({close.when}, close.pacing)
                : std::optional(Obstacle{Obstacle::Kind::EveryEvent, {}, close.span});
  }
  return found;
}

/// Deadlines come to every shard; an event only to that of its key.
bool Locality::asks_for_key(const ir::Pacing& pacing, const ir::KeyGuard& guard) {
  return pacing.kind != ir::PacingKind::Event ||
         std::ranges::any_of(guard.keys, [&](const ir::KeyEquality& equality) {
           return equality.parameter == *own_ && is_key(equality.key);
         });
}

std::optional<Obstacle> Locality::check_reads(std::initializer_list<ir::ExprId> roots,
                                              const ir::Pacing& pacing) {
  // At a deadline there is no event, and the key's expression means something else, if anything.
  at_event_ = pacing.kind == ir::PacingKind::Event;
  std::optional<Obstacle> found;
  for (const ir::ExprId root : roots) {
    ir::for_each_expr(program_, root, [&](ir::ExprId id) {
      if (!found) {
        found = check_read(program_.exprs[id]);
      }
    });
  }
  return found;
}

std::optional<Obstacle> Locality::check_read(const ir::Expr& expr) {
  using Kind = Obstacle::Kind;
  const ir::StreamId target = ir::accessed_stream(program_, expr);
  if (!target.valid()) {
    return std::nullopt;
  }
  if (expr.kind == ir::ExprKind::InstanceAggregate) {
    return Obstacle{Kind::Feedback, target, expr.span};
  }
  if (program_.streams[target].parameters.empty()) {
    if (obstacles_[target]) {
      return Obstacle{Kind::Feedback, target, expr.span};
    }
    const bool now = expr.kind == ir::ExprKind::Sync || expr.kind == ir::ExprKind::Get ||
                     expr.kind == ir::ExprKind::IsFresh;
    return now ? std::nullopt : std::optional(Obstacle{Kind::History, target, expr.span});
  }
  if (!parameters_[target]) {
    return Obstacle{Kind::Feedback, target, expr.span};
  }
  const ir::ExprId argument = expr.operands[*parameters_[target]];
  const ir::Expr& named = program_.exprs[argument];
  const bool same = (named.kind == ir::ExprKind::Parameter && own_ && named.index == *own_) ||
                    (at_event_ && is_key(argument));
  if (!same) {
    return Obstacle{Kind::OtherInstance, target, expr.span};
  }
  return obstacles_[target] ? std::optional(Obstacle{Kind::Feedback, target, expr.span})
                            : std::nullopt;
}

}  // namespace fairmon::split
