#include "dsa/client/quota.hpp"

#include <algorithm>

namespace fairmon::dsa {

// The server's window begins when it sees the first request, a little after we sent it; asking at
// the very end of our own would often be too early by that much, and a refusal costs whole seconds.
Quota::Quota(std::uint32_t limit, std::chrono::milliseconds window)
    : limit_(limit), window_(std::chrono::microseconds(window) * 201 / 200) {}

Quota::Clock::duration Quota::wait(Clock::time_point now) const {
  if (blocked_until_ && *blocked_until_ > now) {
    return *blocked_until_ - now;
  }
  if (!window_start_ || now - *window_start_ >= window_ || remaining_ > 0) {
    return Clock::duration::zero();
  }
  return *window_start_ + window_ - now;
}

void Quota::sent(Clock::time_point now) {
  if (blocked_until_ && *blocked_until_ <= now) {
    blocked_until_.reset();
    window_start_.reset();
  }
  if (!window_start_ || now - *window_start_ >= window_) {
    window_start_ = now;
    remaining_ = limit_;
  }
  remaining_ = remaining_ > 0 ? remaining_ - 1 : 0;
}

void Quota::told_remaining(std::uint32_t remaining) {
  remaining_ = std::min(remaining_, remaining);
}

void Quota::refused(Clock::time_point until) {
  remaining_ = 0;
  blocked_until_ = until;
}

}  // namespace fairmon::dsa
