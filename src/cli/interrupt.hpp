#pragma once

#include <atomic>

namespace fairmon::cli {

/// Ctrl-C, a polite kill and a closed terminal ask the run to end; a second one ends the program at
/// once.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  [[nodiscard]] const std::atomic<bool>& wanted() const;
};

}  // namespace fairmon::cli
