#include <fairmon/verdict.hpp>

#include <algorithm>

namespace fairmon {

void StreamVerdicts::clear() noexcept {
  cycle.clear();
  kind.clear();
  parameters.clear();
  values.clear();
}

void VerdictBatch::clear() noexcept {
  cycle_times.clear();
  cycle_events.clear();
  for (StreamVerdicts& stream : streams) {
    stream.clear();
  }
  errors.clear();
  deadlines.clear();
  num_events = 0;
  num_deadlines = 0;
  events_before = 0;
  input.reset();
}

bool VerdictBatch::empty() const noexcept {
  return errors.empty() && !input &&
         std::all_of(streams.begin(), streams.end(),
                     [](const StreamVerdicts& s) { return s.cycle.empty(); });
}

}  // namespace fairmon
