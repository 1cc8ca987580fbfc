#pragma once

#include <fairmon/time.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "server/history/series.hpp"

namespace fairmon::server {

/// Points of one curve as they go over the wire: seconds of monitor time, values.
struct Points {
  std::vector<double> times;
  std::vector<double> values;

  void clear() noexcept;
  void add(const Series& series, std::size_t index);
  [[nodiscard]] std::size_t size() const noexcept { return times.size(); }
};

[[nodiscard]] double to_seconds(Timestamp time) noexcept;
[[nodiscard]] Timestamp from_seconds(double seconds) noexcept;

/// First, smallest, largest and last of every pixel column of [from, to], with the value that holds
/// on entering the view and the first one after it: draws the same pixels as the whole curve.
void reduce_exact(const Series& series, Timestamp from, Timestamp to, std::uint32_t columns,
                  Points& out);

/// Width of the buckets for a view: the power of two (in nanoseconds) that gives at most
/// `buckets` of them. Edges lie at multiples of it, so they do not move while a curve grows.
[[nodiscard]] std::int64_t quick_bucket(Timestamp from, Timestamp to,
                                        std::uint32_t buckets) noexcept;
[[nodiscard]] Timestamp bucket_begin(Timestamp time, std::int64_t width) noexcept;

/// Smallest and largest of every bucket from the one that holds `cut` on, and the newest value.
void reduce_quick(const Series& series, Timestamp cut, std::int64_t width, Points& out);

}  // namespace fairmon::server
