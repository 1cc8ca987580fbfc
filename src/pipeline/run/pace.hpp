#pragma once

#include <fairmon/time.hpp>

#include <chrono>

namespace fairmon::pipeline {

/// When replayed events are due. The speed, in seconds of monitor time per second, may change on
/// the way; an infinite one makes everything due at once.
class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  void start(Clock::time_point now, double speed);
  /// From now on; what has passed stays as it was.
  void set_speed(double speed, Clock::time_point now);
  /// The replay stood still for so long.
  void stand_still(Clock::duration span) { wall_ += span; }
  /// The replay has come to that moment by other means.
  void reach(Timestamp time, Clock::time_point now);
  /// Events up to that moment went by; without a speed they tell how far the replay is.
  void pass(Timestamp time, Clock::time_point now);
  [[nodiscard]] Clock::time_point due(Timestamp time) const;

 private:
  Clock::time_point wall_;  ///< when the replay was at `time_`
  double time_ = 0.0;       ///< seconds of monitor time
  double speed_ = 0.0;
};

}  // namespace fairmon::pipeline
