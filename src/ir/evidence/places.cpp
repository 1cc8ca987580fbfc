#include <limits>

#include "ir/evidence/companions.hpp"

namespace fairmon::ir::evidence {

/// Fails while a mean's window holds a value outside of its range; else true.
ExprId Companions::within_range(const Place& place, Interval range, StreamId owner) {
  const Expr count = program_.exprs[place.trials];
  std::vector<ExprId> instance;
  for (const ExprId part : count.operands) {
    instance.push_back(copy(part, owner));
  }
  const auto extreme = [&](const char* aggregate, double otherwise) {
    Window window = program_.windows[count.window];
    window.aggregate = builtins::find_aggregate(aggregate)->aggregate;
    window.result = Type::optional(Type::floating());
    window.caller = owner;
    const ExprId value =
        builder_.window_read(program_.windows.push_back(std::move(window)), instance);
    return builder_.defaults(value, builder_.real(otherwise));
  };
  const auto checked = [&](ExprId value) {
    return builder_.apply("check_range",
                          {value, builder_.real(range.low), builder_.real(range.high)});
  };
  const ExprId least = checked(extreme("min", range.low));
  return builder_.apply("less_equal", {least, checked(extreme("max", range.high))});
}

/// Without trials the whole range, also where the estimate has a default.
Ends Companions::ends_of_place(ExprId id, const Place& place, StreamId owner,
                               const Spending& spending) {
  const Type type = program_.exprs[id].type;
  const ExprId share = share_of(place, owner, spending);
  Tally tally{copy(place.sum, owner), copy(place.trials, owner)};
  if (spending.scale > 0) {
    tally = in_block(place, place.instance, tally, spending);
  }
  const ExprId sum = tally.hits;
  const ExprId trials = tally.trials;
  const Interval range = place.is_mean ? range_of_stream(place.source, 0) : place.range;
  const auto make = [&](bool low) {
    ExprId end;
    if (place.is_mean) {
      end =
          builder_.apply(low ? "mean_low" : "mean_high",
                         {sum, trials, share, builder_.real(range.low), builder_.real(range.high)});
      const Type& inner = type.is(TypeKind::Optional) ? type.inner() : type;
      if (inner.is(TypeKind::Prob)) {
        end = builder_.apply("prob_end", {end});
      } else {
        // A value that breaks its promise is an error: without it, it would choose what counts.
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        end = builder_.choice(within_range(place, range, owner), end,
                              builder_.real(low ? -kInfinity : kInfinity));
      }
    } else {
      end = builder_.apply(low ? "rate_low" : "rate_high", {sum, trials, share},
                           type.is(TypeKind::Optional) ? type.inner() : type);
    }
    if (spending.scale > 0) {
      const Type& inner = type.is(TypeKind::Optional) ? type.inner() : type;
      end =
          builder_.choice(is_later_block(spending), end, builder_.constant(inner, low ? 0.0 : 1.0));
    }
    return type.is(TypeKind::Optional) ? builder_.some(end) : end;
  };
  const ExprId low = make(true);
  return {low, make(false)};
}

bool Companions::has_many_births(StreamId life) const {
  if (!life.valid()) {
    return false;
  }
  const Stream& stream = program_.streams[life];
  return stream.spawn && (!stream.parameters.empty() || stream.close);
}

ExprId Companions::share_of(const Place& place, StreamId owner, const Spending& spending) {
  ExprId share = unit_share(spending);
  if (has_many_births(place.life)) {
    std::vector<ExprId> instance;
    for (const ExprId part : place.instance) {
      instance.push_back(copy(part, owner));
    }
    const ExprId rank = place.is_window() ? rank_at_trials(place.life, std::move(instance))
                                          : rank_of(place.life, std::move(instance));
    share =
        builder_.apply("instance_share", {rank, share, builder_.unsigned_number(spending.groups)});
  }
  if (!place.is_window()) {
    return share;
  }
  if (place.reader_pacing.kind != PacingKind::Event) {
    // Ticks count whether or not the clause is evaluated: a filter must not choose among samples.
    const StreamId ticks = tick_stream(place);
    const ExprId number = builder_.access(ExprKind::Sync, ticks, own_parameters(ticks));
    return builder_.apply("sample_share", {number, share});
  }
  const ExprId before =
      builder_.apply("subtract", {copy(place.trials_ever, owner), copy(place.trials, owner)});
  const ExprId first = builder_.apply("add", {before, builder_.unsigned_number(1)});
  return builder_.apply("sample_share", {first, share});
}

/// The number of an instance in the order of births; 0 if it does not live.
ExprId Companions::rank_of(StreamId life, std::vector<ExprId> instance) {
  const StreamId rank = rank_stream(life);
  return builder_.defaults(builder_.access(ExprKind::Hold, rank, std::move(instance)),
                           builder_.unsigned_number(0));
}

/// The same for whoever reads trials in a window: an instance without any may be unknown. Where it
/// is born by events and evaluated by a clock, or the other way round, a birth need not wait for
/// those who look at the trials.
ExprId Companions::rank_at_trials(StreamId life, std::vector<ExprId> instance) {
  const Stream& stream = program_.streams[life];
  const bool born_by_clock = stream.spawn->pacing.kind != PacingKind::Event;
  if (born_by_clock == is_periodic(stream)) {
    return rank_of(life, std::move(instance));
  }
  const StreamId known = known_rank_stream(life);
  return builder_.defaults(builder_.access(ExprKind::Hold, known, std::move(instance)),
                           builder_.unsigned_number(0));
}

/// A clause that is evaluated when the spawn clause names the instance.
EvalClause Companions::at_birth(StreamId life, StreamId owner, const std::vector<ExprId>& key) {
  const SpawnClause spawn = *program_.streams[life].spawn;
  EvalClause enter;
  enter.pacing = spawn.pacing;
  enter.span = spawn.span;
  std::vector<ExprId> conditions = {copy(spawn.when, owner)};
  const std::vector<ExprId> own = own_parameters(owner);
  for (std::size_t i = 0; i < own.size(); ++i) {
    conditions.push_back(builder_.equal(own[i], copy(key[i], owner)));
  }
  enter.when = builder_.conjunction(std::move(conditions));
  return enter;
}

/// How many instances were ever born. Where none ever closes these are all that live. Otherwise a
/// stream of its own asks that of ranks, which lives and dies with `life`, whether the instance
/// named by the spawn clause has a rank already.
ExprId Companions::births_so_far(StreamId life, StreamId rank, const std::vector<ExprId>& key) {
  const Type number = Type::unsigned_integer();
  if (!program_.streams[life].close) {
    const StreamId alive = add_hidden(life, "alive", number, true);
    copy_life(life, alive);
    EvalClause enter = at_birth(life, alive, key);
    enter.with = builder_.unsigned_number(1);
    program_.streams[alive].evals.push_back(std::move(enter));
    return over_instances(alive, "count");
  }
  const StreamId births = add_hidden(life, "births", number, false);
  const SpawnClause spawn = *program_.streams[life].spawn;
  const auto previous = [&](StreamId stream, std::vector<ExprId> instance) {
    return builder_.defaults(builder_.access(ExprKind::Offset, stream, std::move(instance), 1),
                             builder_.unsigned_number(0));
  };
  EvalClause count;
  count.pacing = spawn.pacing;
  count.span = spawn.span;
  count.when = copy(spawn.when, births);
  std::vector<ExprId> named;
  for (const ExprId part : key) {
    named.push_back(copy(part, births));
  }
  const ExprId is_new =
      builder_.equal(previous(rank, std::move(named)), builder_.unsigned_number(0));
  count.with = builder_.apply(
      "add", {previous(births, {}),
              builder_.choice(is_new, builder_.unsigned_number(1), builder_.unsigned_number(0))});
  program_.streams[births].evals.push_back(std::move(count));
  return builder_.access(ExprKind::Sync, births, {});
}

/// The number that an instance gets when it is born.
StreamId Companions::rank_stream(StreamId life) {
  if (const auto found = ranks_.find(life.value); found != ranks_.end()) {
    return found->second;
  }
  const StreamId rank = add_hidden(life, "rank", Type::unsigned_integer(), true);
  ranks_[life.value] = rank;
  copy_life(life, rank);
  const SpawnClause spawn = *program_.streams[life].spawn;
  std::vector<ExprId> key;
  const std::size_t num_parameters = program_.streams[life].parameters.size();
  for (std::uint32_t i = 0; i < num_parameters; ++i) {
    key.push_back(num_parameters == 1 ? spawn.with : builder_.project(spawn.with, i));
  }
  const ExprId births = births_so_far(life, rank, key);
  EvalClause enter = at_birth(life, rank, key);
  enter.with =
      builder_.defaults(builder_.access(ExprKind::Offset, rank, own_parameters(rank), 1), births);
  program_.streams[rank].evals.push_back(std::move(enter));
  return rank;
}

/// The number of an instance, said whenever it may have a trial.
StreamId Companions::known_rank_stream(StreamId life) {
  if (const auto found = known_ranks_.find(life.value); found != known_ranks_.end()) {
    return found->second;
  }
  const StreamId known = add_hidden(life, "known", Type::unsigned_integer(), true);
  known_ranks_[life.value] = known;
  copy_life(life, known);
  const std::vector<EvalClause> clauses = program_.streams[life].evals;
  for (const EvalClause& clause : clauses) {
    EvalClause eval;
    eval.pacing = clause.pacing;
    eval.span = clause.span;
    eval.with = rank_of(life, own_parameters(known));
    program_.streams[known].evals.push_back(std::move(eval));
  }
  return known;
}

/// Counts the ticks of a clause since the birth of the instance that reads.
StreamId Companions::tick_stream(const Place& place) {
  const Pacing& pacing = place.reader_pacing;
  const std::uint32_t kind = static_cast<std::uint32_t>(pacing.kind) * 2 + place.read_at_spawn;
  const auto key = std::pair(place.reader.value, kind);
  if (const auto found = ticks_.find(key); found != ticks_.end()) {
    return found->second;
  }
  const bool has_life = !place.read_at_spawn;
  const StreamId ticks = add_hidden(place.reader, "ticks", Type::unsigned_integer(), has_life);
  ticks_[key] = ticks;
  if (has_life) {
    copy_life(place.reader, ticks);
  }
  EvalClause eval;
  eval.pacing = pacing;
  eval.span = program_.streams[place.reader].span;
  const ExprId before =
      builder_.defaults(builder_.access(ExprKind::Offset, ticks, own_parameters(ticks), 1),
                        builder_.unsigned_number(0));
  eval.with = builder_.apply("add", {before, builder_.unsigned_number(1)});
  program_.streams[ticks].evals.push_back(std::move(eval));
  return ticks;
}

}  // namespace fairmon::ir::evidence
