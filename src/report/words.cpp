#include "report/words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "support/civil_time.hpp"

namespace fairmon::report {

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return grouped(count) + " " + std::string(count == 1 ? one : many);
}

std::string number(double value) {
  if (value != 0.0 && std::abs(value) < 1e-4) {
    return fmt::format("{:.2e}", value);
  }
  if (std::abs(value) >= 10'000.0) {
    return fmt::format("{:.0f}", value);
  }
  return fmt::format("{:.4g}", value);
}

std::string small(double value) { return value < 1e-4 ? "< 0.0001" : fmt::format("{:.2g}", value); }

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? "" : (i + 1 == words.size() ? " and " : ", ");
    text += words[i];
  }
  return text;
}

std::string Clock::text(Timestamp time) const {
  if (!start_) {
    return fmt::format("{:.10g} s", static_cast<double>(time.ns) / 1e9);
  }
  constexpr std::int64_t kMinute = 60'000'000'000;
  std::string text;
  const std::int64_t absolute = start_->ns + time.ns;
  support::append_rfc3339(text, absolute);
  // 2024-01-31T12:00:00Z: people read days and minutes.
  constexpr std::size_t kDay = 10;
  constexpr std::size_t kUpToMinute = 16;
  if (text.size() <= kUpToMinute) {
    return text;
  }
  if (absolute % (24 * 60 * kMinute) == 0) {
    return text.substr(0, kDay);
  }
  text[kDay] = ' ';
  const bool whole = absolute % kMinute == 0;
  return whole ? text.substr(0, kUpToMinute) : text.substr(0, kUpToMinute + 3);
}

}  // namespace fairmon::report
