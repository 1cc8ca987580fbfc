#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace fairmon::pipeline {

/// A queue of limited length between two threads. A full queue makes the giver wait until it is
/// half empty, so that the two change places rarely.
template <class T>
class BoundedRing {
 public:
  explicit BoundedRing(std::size_t capacity) : capacity_(capacity) {}

  /// Waits for room. False, and the item is lost, once the ring is closed.
  bool push(T item) {
    std::unique_lock lock(mutex_);
    if (items_.size() >= capacity_) {
      room_.wait(lock, [&] { return closed_ || items_.size() <= capacity_ / 2; });
    }
    if (closed_) {
      return false;
    }
    items_.push_back(std::move(item));
    lock.unlock();
    filled_.notify_one();
    return true;
  }

  /// Makes room by throwing the oldest item away; true if one had to go.
  bool push_dropping(T item) {
    const std::lock_guard lock(mutex_);
    const bool full = items_.size() >= capacity_;
    if (full) {
      items_.pop_front();
    }
    items_.push_back(std::move(item));
    filled_.notify_one();
    return full;
  }

  /// Waits for an item. Nothing after the timeout, or when the ring is closed and empty.
  template <class Rep, class Period>
  std::optional<T> pop(std::chrono::duration<Rep, Period> timeout) {
    std::unique_lock lock(mutex_);
    filled_.wait_for(lock, timeout, [&] { return closed_ || !items_.empty(); });
    if (items_.empty()) {
      return std::nullopt;
    }
    std::optional<T> item(std::move(items_.front()));
    items_.pop_front();
    const bool half_empty = items_.size() <= capacity_ / 2;
    lock.unlock();
    if (half_empty) {
      room_.notify_one();
    }
    return item;
  }

  [[nodiscard]] bool empty() {
    const std::lock_guard lock(mutex_);
    return items_.empty();
  }
  /// Nobody waits any more: givers are refused, takers get what is left.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    filled_.notify_all();
    room_.notify_all();
  }
  [[nodiscard]] bool closed_and_empty() {
    const std::lock_guard lock(mutex_);
    return closed_ && items_.empty();
  }

 private:
  std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable filled_;
  std::condition_variable room_;
  std::deque<T> items_;
  bool closed_ = false;
};

}  // namespace fairmon::pipeline
