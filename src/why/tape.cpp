#include "why/tape.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace fairmon::why {

namespace {

std::string_view bytes_of(const StreamVerdicts& rows, std::size_t row) {
  return {reinterpret_cast<const char*>(rows.parameters.data() + row * rows.cells_per_instance),
          rows.cells_per_instance * sizeof(Cell)};
}

std::string place_of(std::uint32_t trigger, std::string_view key) {
  return std::to_string(trigger) + ":" + std::string(key);
}

void copy_row(const EventBatch& from, std::size_t row, EventBatch& to) {
  const std::size_t added = to.add_row(from.times()[row]);
  for (std::size_t input = 0; input < from.num_inputs(); ++input) {
    if (from.column(input).has(row)) {
      to.set(added, input, from.column(input).cells[row]);
    }
  }
}

}  // namespace

Tape::Tape(Spec spec, Watched watched) : spec_(std::move(spec)), watched_(std::move(watched)) {}

void Tape::note_states(const VerdictBatch& verdicts, std::size_t batch, std::uint32_t state,
                       std::size_t& next, std::uint32_t until) {
  const std::uint32_t trigger = spec_.streams()[state].tells_of;
  const StreamVerdicts& states = verdicts.streams[state];
  for (; next < states.num_rows() && states.cycle[next] <= until; ++next) {
    if (states.kind[next] == ChangeKind::Value && states.values[next] != 0) {
      open_[place_of(trigger, bytes_of(states, next))] = {trigger,
                                                          std::string(bytes_of(states, next)),
                                                          {},
                                                          verdicts.cycle_times[states.cycle[next]],
                                                          batch};
    }
  }
}

std::optional<std::size_t> Tape::last_firing(const VerdictBatch& verdicts, std::uint32_t trigger,
                                             const std::string& instance,
                                             std::optional<Timestamp> limit) {
  const StreamVerdicts& fired = verdicts.streams[trigger];
  std::optional<std::size_t> last;
  for (std::size_t row = 0; row < fired.num_rows(); ++row) {
    const bool wanted =
        fired.kind[row] == ChangeKind::Value &&
        !(limit && verdicts.cycle_times[fired.cycle[row]] > *limit) &&
        (instance.empty() || instance_name(spec_.streams()[trigger],
                                           fired.parameters.data() + row * fired.cells_per_instance,
                                           *symbols_) == instance);
    last = wanted ? std::optional(row) : last;
  }
  return last;
}

/// Both in order of their cycles: a state that turns true comes with a firing.
void Tape::note(const VerdictBatch& verdicts, std::size_t batch, const std::string& instance,
                std::optional<Timestamp> limit) {
  const auto streams = spec_.streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    if (streams[i].tells != StreamInfo::Tells::State ||
        std::find(watched_.triggers.begin(), watched_.triggers.end(), streams[i].tells_of) ==
            watched_.triggers.end()) {
      continue;
    }
    const std::uint32_t trigger = streams[i].tells_of;
    std::size_t next = 0;
    if (const auto row = last_firing(verdicts, trigger, instance, limit)) {
      const StreamVerdicts& fired = verdicts.streams[trigger];
      note_states(verdicts, batch, i, next, fired.cycle[*row]);
      Moment moment{
          trigger, std::string(bytes_of(fired, *row)),
          instance_name(streams[trigger], fired.parameters.data() + *row * fired.cells_per_instance,
                        *symbols_),
          verdicts.cycle_times[fired.cycle[*row]], batch};
      if (!found_ || !(moment.time < found_->firing.time)) {
        const auto began = open_.find(place_of(trigger, moment.key));
        Moment since = began == open_.end() ? moment : began->second;
        found_ = Found{std::move(moment), std::move(since)};
      }
    }
    note_states(verdicts, batch, i, next, std::numeric_limits<std::uint32_t>::max());
  }
}

Result<void> Tape::read(
    EventSource& source, SourceContext context,
    const std::function<std::optional<Timestamp>(std::optional<Timestamp>)>& until,
    const std::string& instance) {
  context.schema = spec_.input_schema();
  context.symbols = symbols_;
  context.positions = true;
  if (auto opened = source.open(context); !opened) {
    return opened;
  }
  std::optional<Stepper> stepper;
  std::optional<Timestamp> limit;
  bool ended = false;
  while (!ended) {
    std::string position = source.position();
    EventBatch batch(spec_.num_inputs(), kBatchRows);
    while (!batch.full() && !ended) {
      const auto status = source.read(batch);
      if (!status) {
        return status.error();
      }
      ended = *status == ReadStatus::End;
    }
    if (!stepper) {
      start_time_ = source.start_time();
      limit = until(start_time_);
      stepper.emplace(spec_, watched_, symbols_, start_time_.value_or(Timestamp{}));
    }
    if (batch.num_rows() == 0) {
      break;
    }
    if (batches_.size() % kStride == 0) {
      states_.push_back({batches_.size(), stepper->save()});
    }
    num_events_ += batch.num_rows();
    batches_.push_back(std::move(batch));
    positions_.push_back(std::move(position));
    if (auto judged = stepper->accept(batches_.back()); !judged) {
      return judged;
    }
    note(stepper->verdicts(), batches_.size() - 1, instance, limit);
    if (limit && batches_.back().times().back() > *limit) {
      return {};
    }
  }
  if (!stepper || batches_.empty()) {
    return {};
  }
  if (auto judged = stepper->finish(); !judged) {
    return judged;
  }
  note(stepper->verdicts(), batches_.size() - 1, instance, limit);
  return {};
}

EventBatch Tape::event(std::uint64_t number) const {
  EventBatch one(spec_.num_inputs(), 1);
  copy_row(batches_[number / kBatchRows], number % kBatchRows, one);
  return one;
}

Timestamp Tape::time_of(std::uint64_t number) const {
  return batches_[number / kBatchRows].times()[number % kBatchRows];
}

Result<Stepper> Tape::from(std::string_view state) const {
  Stepper stepper(spec_, watched_, symbols_, start_time_.value_or(Timestamp{}));
  if (auto restored = stepper.restore(state); !restored) {
    return std::move(restored).error();
  }
  return stepper;
}

Result<Stepper> Tape::after(std::uint64_t count) const {
  const std::size_t target = static_cast<std::size_t>(count / kBatchRows);
  const auto state = std::find_if(states_.rbegin(), states_.rend(),
                                  [&](const State& one) { return one.batch <= target; });
  auto begun = from(state->bytes);
  if (!begun) {
    return begun;
  }
  Stepper stepper = std::move(*begun);
  for (std::size_t i = state->batch; i < target; ++i) {
    if (auto judged = stepper.accept(batches_[i]); !judged) {
      return std::move(judged).error();
    }
  }
  const auto rest = static_cast<std::size_t>(count % kBatchRows);
  if (rest > 0) {
    EventBatch part(spec_.num_inputs(), rest);
    for (std::size_t row = 0; row < rest; ++row) {
      copy_row(batches_[target], row, part);
    }
    if (auto judged = stepper.accept(part); !judged) {
      return std::move(judged).error();
    }
  }
  return stepper;
}

}  // namespace fairmon::why
