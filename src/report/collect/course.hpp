#pragma once

#include <fairmon/time.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace fairmon::report {

/// What a value did during a stretch of time.
struct Point {
  std::int64_t bucket = 0;
  double last = 0.0;
  double low = 0.0;
  double high = 0.0;
};

/// The course of one value in a bounded number of stretches of equal length, a power of two of
/// nanoseconds. All courses that are to be compared share the exponent.
class Course {
 public:
  static constexpr std::int64_t kBuckets = 512;

  /// The time must be below kBuckets stretches: see `Courses::make_room`.
  void add(std::int64_t bucket, double value) {
    if (!points_.empty() && points_.back().bucket == bucket) {
      Point& point = points_.back();
      point.last = value;
      point.low = value < point.low ? value : point.low;
      point.high = value > point.high ? value : point.high;
      return;
    }
    points_.push_back({bucket, value, value, value});
  }
  void halve();
  [[nodiscard]] const std::vector<Point>& points() const noexcept { return points_; }
  /// The latest value at the end of a stretch.
  [[nodiscard]] std::optional<double> at(std::int64_t bucket) const;

 private:
  std::vector<Point> points_;
};

}  // namespace fairmon::report
