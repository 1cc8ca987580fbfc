#pragma once

#include <fairmon/time.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace fairmon::report {

/// Quarters of the calendar (UTC), counted from that of 1970. Without a calendar there are none.
class Quarters {
 public:
  explicit Quarters(std::optional<Timestamp> start = {}) : start_(start) {}

  [[nodiscard]] bool known() const noexcept { return start_.has_value(); }
  /// Of a monitor time.
  [[nodiscard]] std::int32_t of(Timestamp time);
  /// `2024 Q1`
  [[nodiscard]] static std::string name(std::int32_t quarter);

 private:
  std::optional<Timestamp> start_;
  // The quarter that was asked for last.
  std::int32_t quarter_ = 0;
  std::int64_t begin_ns_ = 0;
  std::int64_t end_ns_ = 0;
};

}  // namespace fairmon::report
