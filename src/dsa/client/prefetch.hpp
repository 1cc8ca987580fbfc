#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "dsa/client/pager.hpp"
#include "support/thread.hpp"

namespace fairmon::dsa {

/// Fetches pages on a thread of its own while earlier ones are evaluated; at most `depth` pages
/// wait. The thread ends with this object, or when the settings say so.
class Prefetcher {
 public:
  explicit Prefetcher(PagerSettings settings, std::size_t depth = 2);
  ~Prefetcher();
  Prefetcher(const Prefetcher&) = delete;
  Prefetcher& operator=(const Prefetcher&) = delete;

  /// Waits for the next page; nothing at the end.
  Result<std::optional<Page>> next();
  [[nodiscard]] PagerProgress progress() const;

 private:
  void run();
  void end(std::optional<Error> error);
  [[nodiscard]] PagerSettings with_stop(PagerSettings settings) const;

  std::function<bool()> outer_stop_;
  std::atomic<bool> own_stop_ = false;  ///< changed with the mutex held: somebody may be waiting
  std::size_t depth_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Page> pages_;
  std::optional<Error> error_;
  bool ended_ = false;
  PagerProgress progress_;
  Pager pager_;
  support::Thread thread_;
};

}  // namespace fairmon::dsa
