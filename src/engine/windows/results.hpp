#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "engine/columns/state_format.hpp"
#include "engine/windows/window.hpp"

namespace fairmon::engine {

/// The results of a window by slot, as of its last reading. Only those of slots that changed since
/// are made again, and all lanes of a reading are one sweep per column.
class Results {
 public:
  explicit Results(const WindowShape& shape)
      : num_columns_(shape.aggregate().result.num_cells()), wrapped_(shape.wrapped()) {}

  /// New slots have the result of a window without values, and so has the place after the last.
  void grow(std::uint32_t num_slots, const Cell* empty_result) {
    const std::uint32_t before = num_slots_;
    num_slots_ = num_slots;
    changed_.resize(num_slots);
    failures_.resize(num_slots + std::size_t{1});
    for (std::uint32_t cell = 0; cell < num_columns_; ++cell) {
      columns_[cell].resize(num_slots + std::size_t{1});
      std::fill(columns_[cell].begin() + before, columns_[cell].end(), empty_result[cell]);
    }
  }

  void touch(std::uint32_t slot) {
    if (changed_[slot] == 0) {
      changed_[slot] = 1;
      list_.push_back(slot);
    }
  }
  void touch(std::span<const std::uint32_t> slots) {
    for (const std::uint32_t slot : slots) {
      touch(slot);
    }
  }

  /// `make(slots, results)` gives whether any of these failed.
  template <class Make>
  void renew(Make&& make) {
    if (list_.empty()) {
      return;
    }
    const std::array<Cell*, 2> columns = {columns_[0].data(), columns_[1].data()};
    any_failed_ |= make(std::span<const std::uint32_t>(list_),
                        builtins::AggregateResults{columns.data(), num_columns_, failures_.data()});
    for (const std::uint32_t slot : list_) {
      changed_[slot] = 0;
    }
    list_.clear();
  }

  void read(std::uint32_t slot, Cell* result, builtins::Evaluation& evaluation) const {
    const std::uint32_t at = std::min(slot, num_slots_);
    if (wrapped_) {
      *result++ = 1;
    }
    for (std::uint32_t cell = 0; cell < num_columns_; ++cell) {
      result[cell] = columns_[cell][at];
    }
    if (failures_[at] != builtins::Failure::None) {
      evaluation.fail(failures_[at], 0);
    }
  }

  void read_all(const WindowReads& reads) const {
    Cell* const* out = reads.columns;
    if (wrapped_) {
      for_each(reads.lanes, [to = *out++](std::uint32_t lane) { to[lane] = 1; });
    }
    const bool follow = follow_each_other(reads);
    for (std::uint32_t cell = 0; cell < num_columns_; ++cell) {
      const Cell* from = columns_[cell].data();
      if (follow) {
        std::copy_n(from + reads.slots[0], reads.lanes.count, out[cell]);
        continue;
      }
      for_each(reads.lanes, [&, to = out[cell]](std::uint32_t lane) {
        to[lane] = from[std::min(reads.slots[lane], num_slots_)];
      });
    }
    if (any_failed_) {
      for_each(reads.lanes, [&](std::uint32_t lane) {
        const builtins::Failure failure = failures_[std::min(reads.slots[lane], num_slots_)];
        if (failure != builtins::Failure::None) {
          reads.failed->push_back({lane, failure, 0, 0});
        }
      });
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return (columns_[0].capacity() + columns_[1].capacity()) * sizeof(Cell) + changed_.capacity() +
           failures_.capacity() + list_.capacity() * sizeof(std::uint32_t);
  }

 private:
  /// All instances of a table, mostly.
  [[nodiscard]] bool follow_each_other(const WindowReads& reads) const noexcept {
    if (reads.lanes.lanes != nullptr || reads.lanes.count == 0) {
      return false;
    }
    const std::uint32_t first = reads.slots[0];
    std::uint32_t odd = 0;
    for (std::uint32_t lane = 0; lane < reads.lanes.count; ++lane) {
      odd |= reads.slots[lane] ^ (first + lane);
    }
    return odd == 0 && first < num_slots_ && num_slots_ - first >= reads.lanes.count;
  }

  std::uint32_t num_columns_;
  bool wrapped_;
  bool any_failed_ = false;
  std::uint32_t num_slots_ = 0;
  std::array<std::vector<Cell>, 2> columns_;
  std::vector<builtins::Failure> failures_;
  std::vector<std::uint8_t> changed_;
  std::vector<std::uint32_t> list_;
};

}  // namespace fairmon::engine
