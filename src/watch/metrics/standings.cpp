#include "watch/metrics/standings.hpp"

#include <fairmon/value.hpp>

#include <algorithm>
#include <cmath>

#include "support/packing.hpp"

namespace fairmon::watch {

namespace {

constexpr std::size_t kMostPoints = 120;
constexpr std::size_t kMostGroups = 1000;
constexpr std::size_t kMostText = 500;

/// Outputs whose trials say how much a trigger is based on.
std::vector<bool> spoken_of(const Spec& spec) {
  std::vector<bool> spoken(spec.streams().size(), false);
  for (const StreamInfo& stream : spec.streams()) {
    if (stream.kind == StreamKind::Trigger) {
      for (const std::uint32_t other : stream.speaks_of) {
        spoken[other] = true;
      }
    }
  }
  for (const Requirement& requirement : requirements(spec)) {
    if (requirement.rates) {
      spoken[*requirement.rates] = true;
    }
  }
  return spoken;
}

/// The last row that is a value.
std::optional<std::size_t> last_value(const StreamVerdicts& rows) {
  for (std::size_t row = rows.num_rows(); row > 0; --row) {
    if (rows.kind[row - 1] == ChangeKind::Value) {
      return row - 1;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string_view verdict_name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::NotEnough:
      return "not enough data";
    case Verdict::Undecided:
      return "undecided";
    case Verdict::Violated:
      return "violated";
    case Verdict::Kept:
      return "kept";
  }
  return "";
}

Standings::Standings(const Spec& spec, std::shared_ptr<SymbolTable> symbols,
                     const VerdictSelection& told)
    : spec_(spec),
      symbols_(std::move(symbols)),
      states_(spec),
      sizes_(spec, spoken_of(spec), kMostGroups) {
  for (Requirement& requirement : requirements(spec)) {
    Known known;
    known.drawn = requirement.measure && spec.streams()[*requirement.measure].parameters.empty();
    known.requirement = std::move(requirement);
    known.told =
        known.requirement.measure && told.wants(spec.streams()[*known.requirement.measure]);
    known_.push_back(std::move(known));
  }
}

void Standings::note_state(std::uint32_t trigger, bool holds, Timestamp time) {
  const auto known = std::find_if(known_.begin(), known_.end(), [&](const Known& one) {
    return one.requirement.trigger == trigger;
  });
  if (known != known_.end() && (!known->judged || known->violated != holds)) {
    known->judged = true;
    known->violated = holds;
    known->since = time;
  }
}

/// One of several values is kept, fewer the longer the run is: the curve spans all of it.
void Standings::draw(Known& known, const VerdictBatch& batch) const {
  const StreamVerdicts& rows = batch.streams[*known.requirement.measure];
  const Type& type = spec_.streams()[*known.requirement.measure].type;
  for (std::size_t row = 0; row < rows.num_rows(); ++row) {
    if (rows.kind[row] != ChangeKind::Value || --known.left > 0) {
      continue;
    }
    known.left = known.stride;
    const double height = height_of(type, rows.values.data() + row * rows.cells_per_value);
    if (!std::isnan(height)) {
      known.curve.emplace_back(batch.cycle_times[rows.cycle[row]], height);
    }
    if (known.curve.size() >= kMostPoints) {
      for (std::size_t i = 0; 2 * i + 1 < known.curve.size(); ++i) {
        known.curve[i] = known.curve[2 * i + 1];
      }
      known.curve.resize(known.curve.size() / 2);
      known.stride *= 2;
      known.left = known.stride;
    }
  }
}

/// A measure that has too little to go by has no value. One that nobody tells of, or a condition
/// without one, is taken as judged with the first event.
std::optional<Timestamp> Standings::first_judged(const Known& known,
                                                 const VerdictBatch& batch) const {
  if (!known.told) {
    return batch.reached;
  }
  const StreamVerdicts& rows = batch.streams[*known.requirement.measure];
  const auto first = std::find(rows.kind.begin(), rows.kind.end(), ChangeKind::Value);
  if (first == rows.kind.end()) {
    return std::nullopt;
  }
  return batch.cycle_times[rows.cycle[static_cast<std::size_t>(first - rows.kind.begin())]];
}

void Standings::take(const VerdictBatch& batch) {
  states_.take(batch);
  sizes_.take(batch, [](std::uint32_t, std::uint32_t, const Cell*) {});
  for (Known& known : known_) {
    if (known.drawn) {
      draw(known, batch);
    }
    if (!known.enough) {
      known.enough = first_judged(known, batch);
    }
    const StreamVerdicts& rows = batch.streams[known.requirement.trigger];
    const auto row = last_value(rows);
    if (!row) {
      continue;
    }
    known.alarm = batch.cycle_times[rows.cycle[*row]];
    known.text.clear();
    append_text(known.text, spec_.streams()[known.requirement.trigger].type,
                rows.values.data() + *row * rows.cells_per_value, *symbols_, false);
    known.text.resize(std::min(known.text.size(), kMostText));
  }
}

/// Of several instances the worst counts: one that violates is enough.
void Standings::judge(const Known& known, Standing& standing) const {
  const auto verdict_of = [](Judgement judgement) {
    return judgement == Judgement::Violated ? Verdict::Violated
           : judgement == Judgement::Kept   ? Verdict::Kept
                                            : Verdict::Undecided;
  };
  const auto weight = [](Judgement judgement) {
    return judgement == Judgement::Violated ? 2 : judgement == Judgement::Undecided ? 1 : 0;
  };
  const auto& states = states_.of(known.requirement.trigger);
  if (states_.judges(known.requirement.trigger)) {
    const auto worst = std::max_element(states.begin(), states.end(),
                                        [&](const TriggerState& a, const TriggerState& b) {
                                          return weight(a.judgement) < weight(b.judgement);
                                        });
    if (worst != states.end()) {
      standing.verdict = verdict_of(worst->judgement);
      standing.since = worst->since;
      standing.needed = worst->needed;
    }
    return;
  }
  if (known.judged && known.violated) {
    standing.verdict = Verdict::Violated;
    standing.since = known.since;
  } else if (known.enough) {
    standing.verdict = Verdict::Kept;
    standing.since = known.judged ? std::max(known.since, *known.enough) : *known.enough;
  }
}

std::vector<Standing> Standings::list() const {
  std::vector<Standing> all;
  for (const Known& known : known_) {
    Standing standing;
    standing.trigger = known.requirement.trigger;
    judge(known, standing);
    const StreamInfo& info = spec_.streams()[standing.trigger];
    if (const auto fewest = fewest_trials(info, sizes_)) {
      standing.trials = fewest->reading->trials;
      standing.fewest = instance_name(spec_.streams()[fewest->stream],
                                      fewest->reading->instance.data(), *symbols_);
    }
    standing.alarm = known.alarm;
    standing.text = known.text;
    if (known.drawn) {
      standing.threshold = known.requirement.threshold;
      standing.curve = known.curve;
    }
    all.push_back(std::move(standing));
  }
  return all;
}

void Standings::save(std::string& bytes) const {
  std::string own;
  for (const Known& known : known_) {
    support::pack(own, std::uint64_t{known.judged});
    support::pack(own, std::uint64_t{known.violated});
    support::pack_signed(own, known.since.ns);
    support::pack(own, std::uint64_t{known.enough.has_value()});
    support::pack_signed(own, known.enough.value_or(Timestamp{}).ns);
    support::pack(own, std::uint64_t{known.alarm.has_value()});
    support::pack_signed(own, known.alarm.value_or(Timestamp{}).ns);
    support::pack(own, std::string_view(known.text));
    support::pack(own, known.stride);
    support::pack(own, known.left);
    support::pack(own, std::uint64_t{known.curve.size()});
    for (const auto& [time, value] : known.curve) {
      support::pack_signed(own, time.ns);
      support::pack_real(own, value);
    }
  }
  support::pack(bytes, std::string_view(own));
  states_.save(bytes);
  sizes_.save(bytes);
}

bool Standings::load(std::string_view bytes) {
  support::Unpacker outer(bytes);
  const std::string own = outer.text();
  support::Unpacker taker(own);
  for (Known& known : known_) {
    known.judged = taker.flag();
    known.violated = taker.flag();
    known.since = Timestamp{taker.signed_number()};
    const bool enough = taker.flag();
    const Timestamp from{taker.signed_number()};
    known.enough = enough ? std::optional(from) : std::nullopt;
    const bool fired = taker.flag();
    const Timestamp alarm{taker.signed_number()};
    known.alarm = fired ? std::optional(alarm) : std::nullopt;
    known.text = taker.text();
    known.stride = std::max<std::uint64_t>(1, taker.number());
    known.left = std::max<std::uint64_t>(1, taker.number());
    known.curve.clear();
    for (std::uint64_t left = taker.count(); left > 0; --left) {
      const Timestamp time{taker.signed_number()};
      known.curve.emplace_back(time, taker.real());
    }
    if (known.curve.size() >= kMostPoints) {
      return false;
    }
  }
  if (!taker.complete() || bytes.size() < sizeof(std::uint64_t) + own.size()) {
    return false;
  }
  bytes.remove_prefix(sizeof(std::uint64_t) + own.size());
  return states_.load(bytes) && sizes_.load(bytes) && bytes.empty();
}

void Standings::mark_symbols(SymbolMarks& alive) const {
  states_.mark_symbols(alive);
  sizes_.mark_symbols(alive);
}

}  // namespace fairmon::watch
