#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "support/check.hpp"

namespace fairmon::support {

/// Keeps the newest `capacity` values; a further one pushes the oldest out. Allocates once.
template <class T>
class Ring {
 public:
  explicit Ring(std::size_t capacity) : items_(capacity) {
    FAIRMON_CHECK(capacity > 0, "a ring needs room for one value");
  }

  void push(T value) {
    next_ = next_ + 1 == items_.size() ? 0 : next_ + 1;
    items_[next_] = std::move(value);
    if (size_ < items_.size()) {
      ++size_;
    }
  }

  /// 0 is the newest value, 1 the one before it.
  [[nodiscard]] const T& back(std::size_t age) const {
    FAIRMON_DCHECK(age < size_, "the ring does not reach back that far");
    return items_[next_ >= age ? next_ - age : next_ + items_.size() - age];
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return items_.size(); }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }

 private:
  std::vector<T> items_;
  std::size_t next_ = 0;  ///< where the newest value lies, once there is one
  std::size_t size_ = 0;
};

}  // namespace fairmon::support
