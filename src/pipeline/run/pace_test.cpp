#include "pipeline/run/pace.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace fairmon::pipeline {
namespace {

using std::chrono::seconds;

constexpr Timestamp at(std::int64_t second) { return {second * 1'000'000'000}; }

double wait(const Pace& pace, Timestamp time, Pace::Clock::time_point from) {
  return std::chrono::duration<double>(pace.due(time) - from).count();
}

TEST(Pace, FollowsTheSpeed) {
  const Pace::Clock::time_point begin{};
  Pace pace;
  pace.start(begin, 10.0);
  EXPECT_DOUBLE_EQ(wait(pace, at(100), begin), 10.0);
  pace.stand_still(seconds(3));
  EXPECT_DOUBLE_EQ(wait(pace, at(100), begin), 13.0);
}

TEST(Pace, AChangedSpeedCountsFromNowOn) {
  const Pace::Clock::time_point begin{};
  Pace pace;
  pace.start(begin, 10.0);
  pace.set_speed(100.0, begin + seconds(4));
  EXPECT_DOUBLE_EQ(wait(pace, at(140), begin), 5.0);
  pace.set_speed(std::numeric_limits<double>::infinity(), begin + seconds(5));
  EXPECT_LE(wait(pace, at(1'000'000), begin), 5.0);
  // Back to a clock: from where the events have come to.
  pace.pass(at(1'000), begin + seconds(6));
  pace.set_speed(1.0, begin + seconds(6));
  EXPECT_DOUBLE_EQ(wait(pace, at(1'002), begin), 8.0);
}

}  // namespace
}  // namespace fairmon::pipeline
