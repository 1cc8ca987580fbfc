#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::engine {

inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// ⌊k · period⌋, or kNever where that exceeds the range of time.
[[nodiscard]] std::int64_t multiple(const ir::Period& period, std::int64_t k) noexcept;

/// Deadlines of all clauses with one global period.
struct GlobalClock {
  ir::Period period;
  std::int64_t k = 1;
  std::int64_t due = kNever;

  explicit GlobalClock(const ir::Period& the_period)
      : period(the_period), due(multiple(the_period, 1)) {}
  void step() noexcept {
    ++k;
    due = multiple(period, k);
  }
};

/// Deadlines of a clause that counts from each instance's spawn. All instances have one period, so
/// the entries are almost in order of arrival: a queue with a short walk at its end keeps them
/// sorted.
class LocalClock {
 public:
  struct Entry {
    std::int64_t due;
    std::int64_t spawned;
    std::int64_t k;
    std::uint32_t slot;
    std::uint32_t generation;
  };

  explicit LocalClock(const ir::Period& period) : period_(period) {}

  void start(std::uint32_t slot, std::uint32_t generation, std::int64_t now) {
    insert({0, now, 1, slot, generation});
  }
  [[nodiscard]] bool empty() const noexcept { return head_ == entries_.size(); }
  [[nodiscard]] const Entry& front() const noexcept { return entries_[head_]; }
  /// Takes the front out for good (its instance is gone).
  void drop() noexcept;
  /// Puts the front back at its next deadline.
  void renew();

  template <class Archive>
  void transfer(Archive& archive) {
    archive(entries_);
    archive(head_);
  }
  /// After a restore: entries are in order, belong to slots there are, and none is past
  /// (soundness.cpp).
  [[nodiscard]] bool is_sound(std::uint32_t num_slots, std::int64_t now) const;
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return entries_.capacity() * sizeof(Entry);
  }

 private:
  void insert(Entry entry);

  ir::Period period_;
  std::vector<Entry> entries_;
  std::size_t head_ = 0;
};

}  // namespace fairmon::engine
