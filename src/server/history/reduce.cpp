#include "server/history/reduce.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace fairmon::server {

void Points::clear() noexcept {
  times.clear();
  values.clear();
}

void Points::add(const Series& series, std::size_t index) {
  times.push_back(to_seconds(series.time(index)));
  values.push_back(series.value(index));
}

double to_seconds(Timestamp time) noexcept { return static_cast<double>(time.ns) / 1e9; }

Timestamp from_seconds(double seconds) noexcept {
  constexpr double kLimit = 9.2e9;  // about 290 years, what 64-bit nanoseconds can hold
  if (std::isnan(seconds)) {
    return {};
  }
  return {static_cast<std::int64_t>(std::clamp(seconds, -kLimit, kLimit) * 1e9)};
}

namespace {

/// Adds the given places of a series in order, each once.
template <std::size_t N>
void add_in_order(const Series& series, std::array<std::size_t, N> places, Points& out) {
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < N; ++i) {
    if (i == 0 || places[i] != places[i - 1]) {
      out.add(series, places[i]);
    }
  }
}

/// Time at which pixel column `column` of `columns` begins; in steps that cannot overflow.
Timestamp column_begin(Timestamp from, Timestamp to, std::uint32_t column,
                       std::uint32_t columns) noexcept {
  const double share = static_cast<double>(column) / static_cast<double>(columns);
  const double span = static_cast<double>(to.ns) - static_cast<double>(from.ns);
  return {from.ns + static_cast<std::int64_t>(share * span)};
}

}  // namespace

void reduce_exact(const Series& series, Timestamp from, Timestamp to, std::uint32_t columns,
                  Points& out) {
  const std::size_t count = series.size();
  if (count == 0 || to < from || columns == 0) {
    return;
  }
  std::size_t begin = series.lower_bound(from, count);
  if (begin > 0) {
    out.add(series, begin - 1);
  }
  for (std::uint32_t column = 0; column < columns && begin < count; ++column) {
    const bool final = column + 1 == columns;
    const Timestamp limit =
        final ? Timestamp{to.ns == std::numeric_limits<std::int64_t>::max() ? to.ns : to.ns + 1}
              : column_begin(from, to, column + 1, columns);
    if (!(series.time(begin) < limit)) {
      continue;
    }
    const std::size_t end = series.lower_bound(limit, count);
    const Series::Extremes extremes = series.extremes(begin, end);
    add_in_order<4>(series, {begin, extremes.smallest, extremes.largest, end - 1}, out);
    begin = end;
  }
  if (begin < count) {
    out.add(series, begin);
  }
}

std::int64_t quick_bucket(Timestamp from, Timestamp to, std::uint32_t buckets) noexcept {
  const double span = std::max(0.0, static_cast<double>(to.ns) - static_cast<double>(from.ns));
  const double wanted = std::max(1.0, span / std::max(1U, buckets));
  const auto rounded = static_cast<std::uint64_t>(std::min(std::ceil(wanted), 4.6e18));
  return static_cast<std::int64_t>(std::bit_ceil(rounded));
}

Timestamp bucket_begin(Timestamp time, std::int64_t width) noexcept {
  // Widths are powers of two: clearing the low bits rounds toward minus infinity.
  return {time.ns & ~(width - 1)};
}

void reduce_quick(const Series& series, Timestamp cut, std::int64_t width, Points& out) {
  const std::size_t count = series.size();
  std::size_t begin = series.lower_bound(bucket_begin(cut, width), count);
  while (begin < count) {
    const Timestamp edge = bucket_begin(series.time(begin), width);
    const std::size_t end = edge.ns > std::numeric_limits<std::int64_t>::max() - width
                                ? count
                                : series.lower_bound({edge.ns + width}, count);
    const Series::Extremes extremes = series.extremes(begin, end);
    // The newest value is always sent, and so is one that holds beyond the next bucket: otherwise
    // the step line would rest on an extreme that lasted an instant only.
    if (end == count || series.time(end).ns - edge.ns >= 2 * width) {
      add_in_order<3>(series, {extremes.smallest, extremes.largest, end - 1}, out);
    } else {
      add_in_order<2>(series, {extremes.smallest, extremes.largest}, out);
    }
    begin = end;
  }
}

}  // namespace fairmon::server
