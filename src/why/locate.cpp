#include "why/locate.hpp"

#include <algorithm>
#include <utility>

namespace fairmon::why {

namespace {

bool fired(const VerdictBatch& verdicts, const Moment& moment) {
  if (verdicts.streams.size() <= moment.trigger) {
    return false;
  }
  const StreamVerdicts& rows = verdicts.streams[moment.trigger];
  for (std::size_t row = 0; row < rows.num_rows(); ++row) {
    const std::string_view key(
        reinterpret_cast<const char*>(rows.parameters.data() + row * rows.cells_per_instance),
        rows.cells_per_instance * sizeof(Cell));
    if (rows.kind[row] == ChangeKind::Value && key == moment.key &&
        verdicts.cycle_times[rows.cycle[row]] == moment.time) {
      return true;
    }
  }
  return false;
}

Error lost() {
  return {ErrorCode::Internal, "a firing that was seen did not come again when it was replayed"};
}

/// At the clock's tick at the moment's time, all events up to it judged.
Result<Located> at_tick(Stepper stepper, const Moment& moment, std::uint64_t num_events) {
  if (auto judged = stepper.advance_to({moment.time.ns - 1}); !judged) {
    return std::move(judged).error();
  }
  Readings before = stepper.readings();
  if (auto judged = stepper.advance_to(moment.time); !judged) {
    return std::move(judged).error();
  }
  if (!fired(stepper.verdicts(), moment)) {
    return lost();
  }
  return Located{std::move(stepper), std::move(before), num_events, true};
}

}  // namespace

Result<Located> locate(const Tape& tape, const Moment& moment, bool last) {
  std::uint64_t number = tape.first_event(moment.batch);
  auto start = tape.after(number);
  if (!start) {
    return std::move(start).error();
  }
  Stepper stepper = std::move(*start);
  const std::uint64_t end =
      std::min<std::uint64_t>(number + tape.batches()[moment.batch].num_rows(), tape.num_events());
  std::optional<std::uint64_t> found;
  for (; number < end && !(tape.time_of(number) > moment.time); ++number) {
    if (auto judged = stepper.accept(tape.event(number)); !judged) {
      return std::move(judged).error();
    }
    if (tape.time_of(number) == moment.time && fired(stepper.verdicts(), moment)) {
      found = number;
      if (!last) {
        break;
      }
    }
  }
  if (!found) {
    return at_tick(std::move(stepper), moment, number);
  }
  auto again = tape.after(*found);
  if (!again) {
    return std::move(again).error();
  }
  Readings before = again->readings();
  if (auto judged = again->accept(tape.event(*found)); !judged) {
    return std::move(judged).error();
  }
  return Located{std::move(*again), std::move(before), *found + 1, false};
}

}  // namespace fairmon::why
