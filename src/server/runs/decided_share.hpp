#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

namespace fairmon::server {

/// Which share of the data has been decided. Reading runs ahead of deciding, so that what a source
/// says of itself would promise too much: a small file is read before its first event is decided.
class DecidedShare {
 public:
  /// The source has given `rows` rows so far, and stands at `share`.
  void given(std::uint64_t rows, std::optional<double> share) {
    const std::scoped_lock lock(mutex_);
    ahead_.push_back({rows, share});
  }

  /// The share that `events` rows stand for; nothing while the source does not know its size.
  [[nodiscard]] std::optional<double> of(std::uint64_t events) {
    const std::scoped_lock lock(mutex_);
    while (!ahead_.empty() && ahead_.front().rows <= events) {
      passed_ = ahead_.front();
      ahead_.pop_front();
    }
    if (ahead_.empty() || !ahead_.front().share || !passed_.share) {
      return passed_.share;
    }
    const Mark& next = ahead_.front();
    const double part =
        static_cast<double>(events - passed_.rows) / static_cast<double>(next.rows - passed_.rows);
    return *passed_.share + (*next.share - *passed_.share) * part;
  }

 private:
  struct Mark {
    std::uint64_t rows = 0;
    std::optional<double> share;
  };
  std::mutex mutex_;
  Mark passed_{0, 0.0};
  std::deque<Mark> ahead_;
};

}  // namespace fairmon::server
