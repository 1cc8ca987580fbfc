#pragma once

#include <optional>

#include "why/tape.hpp"

namespace fairmon::why {

/// The monitor right at a firing.
struct Located {
  Stepper stepper;
  Readings before;               ///< values before the step in which it fired
  std::uint64_t num_events = 0;  ///< judged up to there
  bool at_tick = false;
};

/// Goes to the firing; of several at one time to the first or the last.
[[nodiscard]] Result<Located> locate(const Tape& tape, const Moment& moment, bool last);

}  // namespace fairmon::why
