// After a long fair history an average moves slowly. `recent` also looks at stretches since: at
// scale l, block j begins at the first event before which there were j·2^l trials or more.
#include "builtins/evidence/shares.hpp"
#include "ir/evidence/companions.hpp"

namespace fairmon::ir::evidence {

using builtins::evidence::kFirstScale;
using builtins::evidence::kLastScale;

namespace {

std::vector<Pacing> pacings_of(const Stream& stream) {
  std::vector<Pacing> pacings;
  for (const EvalClause& eval : stream.evals) {
    pacings.push_back(eval.pacing);
  }
  return pacings;
}

}  // namespace

/// Counts the trials of all places of a statement, as they were before the present event.
std::uint32_t Companions::add_clock(const Claim& claim, const Units& units) {
  std::set<std::uint32_t> numbers = units.places;
  for (const auto& [first, second] : units.joints) {
    numbers.insert({first, second});
  }
  constexpr std::uint64_t kMostInstances = 1000;
  const std::uint64_t most = std::max<std::uint64_t>(kMostInstances, claim.groups);
  for (std::uint32_t i = 0; i < clocks_.size(); ++i) {
    if (clocks_[i].places == numbers && clocks_[i].most_instances == most) {
      return i;
    }
  }
  Clock clock;
  clock.places = numbers;
  clock.most_instances = most;
  const Type number = Type::unsigned_integer();
  const StreamId total = add_hidden(claim.owner, "trials", number, false);
  clock.before = add_hidden(claim.owner, "before", number, false);
  clock.began.resize(kLastScale + 1);
  std::vector<Pacing> pacings;
  for (const auto& [id, place] : notes_.places) {
    if (numbers.contains(place.number) && place.trials_stream.valid()) {
      for (Pacing& pacing : pacings_of(program_.streams[place.trials_stream])) {
        if (std::find(pacings.begin(), pacings.end(), pacing) == pacings.end()) {
          pacings.push_back(std::move(pacing));
        }
      }
    }
  }
  for (const Pacing& pacing : pacings) {
    EvalClause eval;
    eval.pacing = pacing;
    eval.span = claim.span;
    eval.with = trials_so_far(units, most);
    program_.streams[total].evals.push_back(eval);
    eval.with = builder_.defaults(builder_.access(ExprKind::Offset, total, {}, 1),
                                  builder_.unsigned_number(0));
    program_.streams[clock.before].evals.push_back(eval);
  }
  clocks_.push_back(std::move(clock));
  return static_cast<std::uint32_t>(clocks_.size()) - 1;
}

/// How many trials there were before the latest event.
ExprId Companions::trials_before(const Spending& spending) {
  return builder_.defaults(builder_.access(ExprKind::Hold, clocks_[spending.clock].before, {}),
                           builder_.unsigned_number(0));
}

/// The first block of a scale is the whole history, which is looked at anyway.
ExprId Companions::is_later_block(const Spending& spending) {
  return builder_.apply(
      "greater_equal",
      {trials_before(spending), builder_.unsigned_number(std::uint64_t{1} << spending.scale)});
}

/// What a unit may spend in the present block of the scale.
ExprId Companions::unit_share(const Spending& spending) {
  const ExprId share = builder_.real(spending.share);
  if (spending.scale == 0) {
    return share;
  }
  return builder_.apply("block_share",
                        {share, trials_before(spending), builder_.unsigned_number(spending.scale)});
}

/// When an instance was last concerned, in trials before, and its packed counts where its present
/// block began: noted at its first trial there.
Companions::Marks Companions::marks(const Place& place, const Spending& spending) {
  const auto key = std::tuple(spending.clock, place.number, spending.scale);
  if (const auto found = marks_.find(key); found != marks_.end()) {
    return found->second;
  }
  const Type number = Type::unsigned_integer();
  const auto last_key = std::pair(spending.clock, place.number);
  Marks made;
  if (const auto found = last_.find(last_key); found != last_.end()) {
    made.last = found->second;
  } else {
    made.last = last_[last_key] = add_hidden(place.trials_stream, "last", number, true);
    copy_life(place.trials_stream, made.last);
  }
  const bool new_last = program_.streams[made.last].evals.empty();
  made.start = add_hidden(place.trials_stream, "start", number, true);
  marks_[key] = made;
  copy_life(place.trials_stream, made.start);
  const auto before_this = [&](StreamId stream) {
    return builder_.defaults(builder_.access(ExprKind::Offset, stream, own_parameters(stream), 1),
                             builder_.unsigned_number(0));
  };
  const std::vector<EvalClause> clauses = program_.streams[place.trials_stream].evals;
  for (const EvalClause& clause : clauses) {
    if (new_last) {
      EvalClause eval = at_trial(place, clause, made.last);
      eval.with = trials_before(spending);
      program_.streams[made.last].evals.push_back(std::move(eval));
    }
    EvalClause eval = at_trial(place, clause, made.start);
    const ExprId same =
        builder_.apply("same_block", {before_this(made.last), trials_before(spending),
                                      builder_.unsigned_number(spending.scale)});
    eval.when = builder_.conjunction({eval.when, builder_.negation(same)});
    eval.with = builder_.apply("pack_counts",
                               {before_this(place.hits_stream), before_this(place.trials_stream)});
    program_.streams[made.start].evals.push_back(std::move(eval));
  }
  return made;
}

/// A clause that is evaluated whenever a rate has one more trial. The condition of the counter says
/// which instance is meant, so that not all of them have to be asked.
EvalClause Companions::at_trial(const Place& place, const EvalClause& clause, StreamId owner) {
  EvalClause eval;
  eval.pacing = clause.pacing;
  eval.span = program_.streams[place.trials_stream].span;
  const ExprId fresh =
      builder_.access(ExprKind::IsFresh, place.trials_stream, own_parameters(place.trials_stream));
  eval.when = builder_.conjunction({fresh, copy(clause.when, owner)});
  return eval;
}

/// Hits and trials since the present block of the scale began.
Companions::Tally Companions::in_block(const Place& place, const std::vector<ExprId>& instance,
                                       const Tally& now, const Spending& spending) {
  if (spending.scale == 0) {
    return now;
  }
  const Marks from = marks(place, spending);
  const auto held = [&](StreamId stream) {
    return builder_.defaults(builder_.access(ExprKind::Hold, stream, instance),
                             builder_.unsigned_number(0));
  };
  const ExprId concerned = builder_.apply("same_block", {held(from.last), trials_before(spending),
                                                         builder_.unsigned_number(spending.scale)});
  const auto since = [&](const char* function, ExprId count) {
    return builder_.choice(concerned, builder_.apply(function, {count, held(from.start)}),
                           builder_.unsigned_number(0));
  };
  const ExprId hits = since("hits_since", now.hits);
  return {hits, since("trials_since", now.trials)};
}

/// The whole history for half of the error, the present block of every scale for the rest.
Companions::Stretches Companions::stretches(const Claim& claim, const Units& units,
                                            std::uint32_t num_units) {
  Spending spending{claim.error / 2.0 / num_units, claim.groups};
  Stretches found;
  found.whole = ends(claim.formula, claim.owner, spending);
  const double share = spending.share;
  spending.clock = add_clock(claim, units);
  found.clock = spending.clock;
  found.scale = longest_scale(claim, units, spending);
  if (found.scale.valid()) {
    return found;
  }
  for (std::uint32_t scale = kFirstScale; scale <= kLastScale; ++scale) {
    spending.scale = scale;
    spending.share = builtins::evidence::scale_share(scale, share);
    const ExprId certain = ends(claim.formula, claim.owner, spending).low;
    found.blocks.push_back(builder_.conjunction({is_later_block(spending), certain}));
  }
  return found;
}

/// When the present block of a scale began.
StreamId Companions::beginning(std::uint32_t clock, std::uint32_t scale) {
  StreamId& known = clocks_[clock].began[scale];
  if (known.valid()) {
    return known;
  }
  const StreamId before = clocks_[clock].before;
  const StreamId made = add_hidden(before, "began", Type::time(), false);
  clocks_[clock].began[scale] = made;
  const ExprId limit = builder_.unsigned_number(scale);
  for (const Pacing& pacing : pacings_of(program_.streams[before])) {
    EvalClause eval;
    eval.pacing = pacing;
    eval.span = program_.streams[before].span;
    const ExprId earlier = builder_.defaults(builder_.access(ExprKind::Offset, before, {}, 1),
                                             builder_.unsigned_number(0));
    eval.when = builder_.negation(builder_.apply(
        "same_block", {earlier, builder_.access(ExprKind::Sync, before, {}), limit}));
    eval.with = builder_.now();
    program_.streams[made].evals.push_back(std::move(eval));
  }
  return made;
}

/// Certain on the whole history or on some block; possible unless it is ruled out on the whole
/// history and certain on no block.
ExprId Companions::recent_answer(const Claim& claim, const Units& units, std::uint32_t num_units) {
  const Stretches found = stretches(claim, units, num_units);
  if (claim.kind == ClaimKind::Since) {
    const auto whole = [&] { return builder_.constant(Type::duration(), Duration{-1}); };
    ExprId ago = whole();
    // The longest stretch speaks first.
    for (std::uint32_t scale = kFirstScale; scale <= kLastScale; ++scale) {
      const StreamId began = beginning(found.clock, scale);
      const ExprId start =
          builder_.defaults(builder_.access(ExprKind::Hold, began, {}), builder_.now());
      const ExprId certain = found.scale.valid()
                                 ? builder_.equal(found.scale, builder_.unsigned_number(scale))
                                 : found.blocks[scale - kFirstScale];
      ago = builder_.choice(certain, builder_.apply("subtract", {builder_.now(), start}), ago);
    }
    return builder_.choice(found.whole.low, whole(), ago);
  }
  std::vector<ExprId> any = found.blocks;
  if (found.scale.valid()) {
    any.push_back(builder_.apply("greater", {found.scale, builder_.unsigned_number(0)}));
  }
  any.push_back(claim.kind == ClaimKind::Certain ? found.whole.low : found.whole.high);
  return builder_.disjunction(std::move(any));
}

}  // namespace fairmon::ir::evidence
