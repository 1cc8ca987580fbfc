#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace fairmon::dsa {

/// The clock by which a client waits. Tests put in one whose time passes by waiting alone.
struct Timepiece {
  using Clock = std::chrono::steady_clock;

  std::function<Clock::time_point()> now = Clock::now;
  std::function<void(Clock::duration)> sleep = [](Clock::duration time) {
    std::this_thread::sleep_for(time);
  };
};

}  // namespace fairmon::dsa
