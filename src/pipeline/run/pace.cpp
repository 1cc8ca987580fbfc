#include "pipeline/run/pace.hpp"

#include <algorithm>
#include <cmath>

namespace fairmon::pipeline {

namespace {

constexpr double kSecond = 1e9;

double seconds(Pace::Clock::duration span) { return std::chrono::duration<double>(span).count(); }

}  // namespace

void Pace::start(Clock::time_point now, double speed) {
  wall_ = now;
  time_ = 0.0;
  speed_ = speed;
}

void Pace::set_speed(double speed, Clock::time_point now) {
  if (speed == speed_) {
    return;
  }
  if (std::isfinite(speed_)) {
    time_ += seconds(now - wall_) * speed_;
  }
  wall_ = now;
  speed_ = speed;
}

void Pace::reach(Timestamp time, Clock::time_point now) {
  wall_ = now;
  time_ = static_cast<double>(time.ns) / kSecond;
}

void Pace::pass(Timestamp time, Clock::time_point now) {
  if (!std::isfinite(speed_)) {
    reach(time, now);
  }
}

Pace::Clock::time_point Pace::due(Timestamp time) const {
  if (!std::isfinite(speed_)) {
    return wall_;
  }
  // A century is as good as never, and fits the clock.
  constexpr double kLongest = 100.0 * 365.0 * 86'400.0;
  const double ahead = static_cast<double>(time.ns) / kSecond - time_;
  const double wait = std::clamp(ahead / std::max(speed_, 1e-9), -kLongest, kLongest);
  return wall_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(wait));
}

}  // namespace fairmon::pipeline
