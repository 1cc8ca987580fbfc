#pragma once

#include <fairmon/time.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Numbers and times as people read them.
namespace fairmon::report {

/// 12345678 as 12,345,678.
[[nodiscard]] std::string grouped(std::uint64_t number);
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view one, std::string_view many);
/// Four significant digits.
[[nodiscard]] std::string number(double value);
/// A probability of an error: 0.0034, or `< 0.0001`.
[[nodiscard]] std::string small(double value);
/// `a, b and c`
[[nodiscard]] std::string listed(const std::vector<std::string>& words);

/// Writes monitor times: dates where there is a calendar, else seconds since the start.
class Clock {
 public:
  explicit Clock(std::optional<Timestamp> start) : start_(start) {}
  [[nodiscard]] std::string text(Timestamp time) const;
  [[nodiscard]] bool calendar() const noexcept { return start_.has_value(); }

 private:
  std::optional<Timestamp> start_;
};

}  // namespace fairmon::report
