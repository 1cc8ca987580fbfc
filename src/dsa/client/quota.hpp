#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace fairmon::dsa {

/// Keeps to the quota of the research API: so many requests per window, the window starting with
/// the first one. What the server says of the rest counts more than the own count, because other
/// programs may use the same account.
class Quota {
 public:
  using Clock = std::chrono::steady_clock;

  Quota(std::uint32_t limit, std::chrono::milliseconds window);

  /// How long to wait before the next request may be sent.
  [[nodiscard]] Clock::duration wait(Clock::time_point now) const;
  /// A request is sent now.
  void sent(Clock::time_point now);
  /// The server says how many requests are left in the window.
  void told_remaining(std::uint32_t remaining);
  /// The server refused; nothing until then.
  void refused(Clock::time_point until);

  [[nodiscard]] std::uint32_t remaining() const noexcept { return remaining_; }
  [[nodiscard]] std::uint32_t limit() const noexcept { return limit_; }

 private:
  std::uint32_t limit_;
  std::chrono::microseconds window_;
  std::uint32_t remaining_ = 0;
  std::optional<Clock::time_point> window_start_;
  std::optional<Clock::time_point> blocked_until_;
};

}  // namespace fairmon::dsa
