#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/store.hpp"

namespace fairmon::reference {

/// ⌊k · period⌋ in nanoseconds.
[[nodiscard]] std::int64_t deadline(ir::Period period, std::uint64_t k);

/// Knows when periodic clauses are due: those since the start of the run, and those of every
/// instance since its spawn.
class Schedule {
 public:
  Schedule(const ir::Program& program, Store& store);

  /// The next deadline of any kind.
  [[nodiscard]] std::optional<std::int64_t> next() const;
  /// Marks everything due at `time`, in the cycle that has begun there.
  void reach(std::int64_t time);
  /// Whether a clause with this global period is due in the present deadline.
  [[nodiscard]] bool is_due(ir::Period period) const;
  /// An event cycle: no period is due.
  void clear();

  struct Clock {
    ir::Period period;
    std::uint64_t passed = 0;
    bool due = false;
  };
  [[nodiscard]] std::vector<Clock>& clocks() { return clocks_; }
  [[nodiscard]] const std::vector<Clock>& clocks() const { return clocks_; }

 private:
  void add_clock(const ir::Pacing& pacing);

  const ir::Program& program_;
  Store& store_;
  std::vector<Clock> clocks_;
};

}  // namespace fairmon::reference
