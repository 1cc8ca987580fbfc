#include "engine/schedule/schedule.hpp"

namespace fairmon::engine {

namespace {
__extension__ using Wide = __int128;
}

std::int64_t multiple(const ir::Period& period, std::int64_t k) noexcept {
  const Wide due = static_cast<Wide>(k) * period.numerator / period.denominator;
  return due >= kNever ? kNever : static_cast<std::int64_t>(due);
}

void LocalClock::drop() noexcept {
  ++head_;
  if (head_ == entries_.size()) {
    entries_.clear();
    head_ = 0;
  } else if (head_ >= 64 && head_ * 2 >= entries_.size()) {
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }
}

void LocalClock::renew() {
  Entry entry = entries_[head_];
  drop();
  ++entry.k;
  insert(entry);
}

void LocalClock::insert(Entry entry) {
  const std::int64_t after = multiple(period_, entry.k);
  if (after == kNever || __builtin_add_overflow(entry.spawned, after, &entry.due)) {
    entry.due = kNever;
  }
  entries_.push_back(entry);
  for (std::size_t at = entries_.size() - 1; at > head_ && entries_[at - 1].due > entry.due; --at) {
    std::swap(entries_[at], entries_[at - 1]);
  }
}

}  // namespace fairmon::engine
