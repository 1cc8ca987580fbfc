#pragma once

#include <compare>
#include <cstdint>

namespace fairmon {

/// A signed span of time in nanoseconds.
struct Duration {
  std::int64_t ns = 0;

  [[nodiscard]] static constexpr Duration nanoseconds(std::int64_t n) noexcept { return {n}; }
  [[nodiscard]] static constexpr Duration milliseconds(std::int64_t n) noexcept {
    return {n * 1'000'000};
  }
  [[nodiscard]] static constexpr Duration seconds(std::int64_t n) noexcept {
    return {n * 1'000'000'000};
  }
  friend constexpr auto operator<=>(Duration, Duration) = default;
  friend constexpr Duration operator+(Duration a, Duration b) noexcept { return {a.ns + b.ns}; }
  friend constexpr Duration operator-(Duration a, Duration b) noexcept { return {a.ns - b.ns}; }
};

/// A point in time in nanoseconds. Which zero it counts from is said where it is used: *monitor
/// time* counts from the start of the run, *calendar time* from 1970-01-01T00:00:00Z.
struct Timestamp {
  std::int64_t ns = 0;

  friend constexpr auto operator<=>(Timestamp, Timestamp) = default;
  friend constexpr Timestamp operator+(Timestamp t, Duration d) noexcept { return {t.ns + d.ns}; }
  friend constexpr Timestamp operator-(Timestamp t, Duration d) noexcept { return {t.ns - d.ns}; }
  friend constexpr Duration operator-(Timestamp a, Timestamp b) noexcept { return {a.ns - b.ns}; }
};

}  // namespace fairmon
