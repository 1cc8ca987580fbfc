#include <fairmon/judgements.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include "findings/cells.hpp"
#include "findings/section.hpp"
#include "support/packing.hpp"

namespace fairmon {

std::string_view judgement_name(Judgement judgement) noexcept {
  switch (judgement) {
    case Judgement::Undecided:
      return "undecided";
    case Judgement::Violated:
      return "violated";
    case Judgement::Kept:
      return "kept";
  }
  return "undecided";
}

TriggerStates::TriggerStates(Spec spec)
    : spec_(std::move(spec)), judges_(spec_.streams().size()), states_(spec_.streams().size()) {
  const auto streams = spec_.streams();
  // What is missing is told after the judgement of the same moment.
  for (const auto wanted :
       {StreamInfo::Tells::Judgement, StreamInfo::Tells::Needed, StreamInfo::Tells::Stretch}) {
    for (std::uint32_t i = 0; i < streams.size(); ++i) {
      if (streams[i].tells == wanted) {
        followed_.push_back(i);
        judges_[streams[i].tells_of] = true;
      }
    }
  }
}

const TriggerState* TriggerStates::take_row(std::uint32_t stream, const StreamVerdicts& rows,
                                            std::size_t row, Timestamp time) {
  if (rows.kind[row] != ChangeKind::Value) {
    return nullptr;
  }
  const StreamInfo& info = spec_.streams()[stream];
  Known& known = states_[info.tells_of];
  const Cell* parameters = rows.parameters.data() + row * rows.cells_per_instance;
  const auto [found, is_new] =
      known.places.try_emplace(std::string(findings::bytes_of(parameters, rows.cells_per_instance)),
                               static_cast<std::uint32_t>(known.states.size()));
  if (is_new) {
    known.states.emplace_back();
    known.states.back().instance.assign(parameters, parameters + rows.cells_per_instance);
  }
  TriggerState& state = known.states[found->second];
  const Cell value = rows.values[row * rows.cells_per_value];
  if (info.tells == StreamInfo::Tells::Needed) {
    const double needed = cell_double(value);
    state.needed = std::isfinite(needed) ? std::optional(needed) : std::nullopt;
    return nullptr;
  }
  if (info.tells == StreamInfo::Tells::Stretch) {
    const std::int64_t ago = cell_int(value);
    state.stretch = ago < 0 ? std::nullopt : std::optional(Timestamp{time.ns - ago});
    return nullptr;
  }
  state.judgement = static_cast<Judgement>(value);
  state.since = time;
  state.needed = std::nullopt;
  state.stretch = std::nullopt;
  return &state;
}

void TriggerStates::save(std::string& bytes) const {
  std::string own;
  for (const Known& known : states_) {
    support::pack(own, std::uint64_t{known.states.size()});
    for (const TriggerState& state : known.states) {
      support::pack(own, findings::bytes_of(state.instance.data(), state.instance.size()));
      support::pack(own, static_cast<std::uint64_t>(state.judgement));
      support::pack_signed(own, state.since.ns);
      support::pack(own, std::uint64_t{state.needed.has_value()});
      support::pack_real(own, state.needed.value_or(0.0));
      support::pack(own, std::uint64_t{state.stretch.has_value()});
      support::pack_signed(own, state.stretch.value_or(Timestamp{}).ns);
    }
  }
  support::pack(bytes, own);
}

bool TriggerStates::load(std::string_view& bytes) {
  const auto own = findings::take_section(bytes);
  if (!own) {
    return false;
  }
  support::Unpacker in(*own);
  bool fits = true;
  for (std::size_t trigger = 0; trigger < states_.size(); ++trigger) {
    Known& known = states_[trigger];
    const std::size_t num_cells = findings::num_instance_cells(spec_.streams()[trigger]);
    known = {};
    for (std::uint64_t left = in.count(); left > 0; --left) {
      TriggerState state;
      const std::string instance = in.text();
      state.instance = findings::cells_of(instance);
      fits = fits && instance.size() == num_cells * sizeof(Cell);
      state.judgement = static_cast<Judgement>(std::min<std::uint64_t>(in.number(), 2));
      state.since.ns = in.signed_number();
      const bool foreseen = in.flag();
      const double needed = in.real();
      state.needed = foreseen ? std::optional(needed) : std::nullopt;
      const bool recent = in.flag();
      const Timestamp from{in.signed_number()};
      state.stretch = recent ? std::optional(from) : std::nullopt;
      known.places.emplace(instance, static_cast<std::uint32_t>(known.states.size()));
      known.states.push_back(std::move(state));
    }
  }
  return fits && in.complete();
}

void TriggerStates::mark_symbols(SymbolMarks& alive) const {
  for (std::size_t trigger = 0; trigger < states_.size(); ++trigger) {
    for (const TriggerState& state : states_[trigger].states) {
      mark_instance(spec_.streams()[trigger], state.instance.data(), alive);
    }
  }
}

std::optional<FewestTrials> fewest_trials(const StreamInfo& trigger, const Readings& readings) {
  std::optional<FewestTrials> fewest;
  for (const std::uint32_t stream : trigger.speaks_of) {
    for (const Reading& reading : readings.of(stream)) {
      if (reading.trials && (!fewest || *reading.trials < fewest->reading->trials.value_or(0))) {
        fewest = FewestTrials{stream, &reading};
      }
    }
  }
  return fewest;
}

}  // namespace fairmon
