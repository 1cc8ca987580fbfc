#include "report/collect/course.hpp"

#include <algorithm>

namespace fairmon::report {

void Course::halve() {
  std::vector<Point> merged;
  for (const Point& point : points_) {
    const std::int64_t bucket = point.bucket / 2;
    if (merged.empty() || merged.back().bucket != bucket) {
      merged.push_back(point);
      merged.back().bucket = bucket;
      continue;
    }
    Point& before = merged.back();
    before.last = point.last;
    before.low = std::min(before.low, point.low);
    before.high = std::max(before.high, point.high);
  }
  points_ = std::move(merged);
}

std::optional<double> Course::at(std::int64_t bucket) const {
  const auto after = std::upper_bound(
      points_.begin(), points_.end(), bucket,
      [](std::int64_t wanted, const Point& point) { return wanted < point.bucket; });
  return after == points_.begin() ? std::nullopt : std::optional(std::prev(after)->last);
}

}  // namespace fairmon::report
