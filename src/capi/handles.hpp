#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "capi/failure.hpp"

namespace fairmon::capi {

/// Objects behind numbers. A number is never given out twice, and says its kind, so that one that
/// is stale or of another kind is found out. Whoever works on an object holds it meanwhile.
template <typename Object>
class Handles {
 public:
  /// `kind` is below 16 and different for every kind of object; `name` is for messages.
  Handles(std::uint64_t kind, const char* name) : kind_(kind), name_(name) {}

  std::uint64_t add(std::shared_ptr<Object> object) {
    const std::unique_lock lock(mutex_);
    const std::uint64_t number = (++last_ << 4U) | kind_;
    objects_.emplace(number, std::move(object));
    return number;
  }

  [[nodiscard]] Outcome<std::shared_ptr<Object>> find(std::uint64_t number) const {
    const std::shared_lock lock(mutex_);
    const auto found = objects_.find(number);
    if (found == objects_.end()) {
      return stale(number);
    }
    return found->second;
  }

  Outcome<void> remove(std::uint64_t number) {
    std::shared_ptr<Object> last;  // let go of without the lock
    const std::unique_lock lock(mutex_);
    const auto found = objects_.find(number);
    if (found == objects_.end()) {
      return stale(number);
    }
    last = std::move(found->second);
    objects_.erase(found);
    return {};
  }

 private:
  [[nodiscard]] Failure stale(std::uint64_t number) const {
    const bool ours = number != 0 && (number & 15U) == kind_ && (number >> 4U) <= last_;
    return {FAIRMON_HANDLE,
            std::string("this is no ") + name_ +
                (ours          ? ": it was freed before"
                 : number == 0 ? ": the handle is 0"
                               : ": the handle is of another kind, or was never given out"),
            {},
            {},
            -1};
  }

  mutable std::shared_mutex mutex_;
  std::unordered_map<std::uint64_t, std::shared_ptr<Object>> objects_;
  std::uint64_t last_ = 0;
  std::uint64_t kind_;
  const char* name_;
};

}  // namespace fairmon::capi
