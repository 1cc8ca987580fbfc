#pragma once

#include <fairmon/event.hpp>
#include <fairmon/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::pipeline {

/// Holds events back until none can come any more that belongs before them: an event waits until
/// one has been seen that is more than the wait later. Sources have left out what comes later
/// still. Events of one moment keep the order in which they came.
class ReorderBuffer {
 public:
  ReorderBuffer(const InputSchema& schema, Duration wait);

  /// Takes the events of a batch and puts those that may go on into `ready`, which is cleared.
  void pass(const EventBatch& batch, EventBatch& ready);
  /// The input is over: everything may go on.
  void flush(EventBatch& ready);

  /// Events that came behind a later one.
  [[nodiscard]] std::uint64_t num_reordered() const noexcept { return num_reordered_; }
  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
  void mark_symbols(SymbolMarks& alive) const;

  /// What is held back, for a checkpoint.
  [[nodiscard]] std::string save() const;
  Result<void> restore(std::string_view bytes);

 private:
  struct Row {
    Timestamp time;
    std::vector<Cell> cells;
    std::vector<bool> present;
  };
  void release(std::size_t count, EventBatch& ready);

  std::size_t num_inputs_;
  std::vector<bool> texts_;  ///< by input: cells are numbers of texts
  Duration wait_;
  std::vector<Row> rows_;  ///< by time
  Timestamp newest_;
  std::uint64_t num_reordered_ = 0;
};

}  // namespace fairmon::pipeline
