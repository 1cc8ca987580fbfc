#pragma once

#include <fairmon/event.hpp>
#include <fairmon/symbols.hpp>

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace fairmon::plugins::inputs {

/// Place of a row in the order of delivery: by time, and among equal times as it was read.
struct RowPlace {
  Timestamp time;
  std::uint64_t number = 0;

  friend bool operator<(const RowPlace& a, const RowPlace& b) {
    return a.time != b.time ? a.time < b.time : a.number < b.number;
  }
};

/// Brings rows into the order of time: each is held back until the newest one seen is later by
/// `span`. What comes later than that is late. Rows that are left out are seen as well, so that
/// lateness does not depend on what is left out.
class ReorderBuffer {
 public:
  ReorderBuffer(std::size_t num_inputs, Duration span);

  /// Whether a row of this time comes too late to be put into its place.
  [[nodiscard]] bool is_late(Timestamp time) const { return time < watermark(); }
  /// The earliest time a row may still have.
  [[nodiscard]] Timestamp watermark() const;
  /// A row of this time was read, whether it is kept or not.
  void see(Timestamp time);
  [[nodiscard]] Timestamp newest() const { return newest_; }

  /// Where the next row is decoded into, as its last row; `keep` then makes it wait there.
  [[nodiscard]] EventBatch& next_row();
  void keep(RowPlace place);

  /// Moves rows whose time has come into the batch until it is full; at the end all of them. The
  /// place of the last row moved so far is `last`.
  void release(EventBatch& batch, bool at_end);
  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  /// Tells the table that the texts of these inputs in rows that wait are still needed.
  void renew_texts(SymbolTable& symbols, const std::vector<std::size_t>& inputs) const;
  [[nodiscard]] const RowPlace& last() const { return last_; }

 private:
  struct Chunk {
    Chunk(std::size_t num_inputs, std::size_t rows) : batch(num_inputs, rows) {}
    EventBatch batch;
    std::size_t num_waiting = 0;
  };
  struct Waiting {
    RowPlace place;
    Chunk* chunk;
    std::size_t row;
  };
  /// The rows of one second, as they were read; moved from `next` on.
  struct Second {
    std::vector<Waiting> rows;
    std::size_t next = 0;
  };

  bool move_second(Second& second, EventBatch& batch);
  void move_row(const Waiting& row, EventBatch& batch);

  std::size_t num_inputs_;
  Duration span_;
  Timestamp newest_;
  RowPlace last_;
  std::map<std::int64_t, Second> waiting_;
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::vector<Chunk*> free_;
  Chunk* filling_ = nullptr;
};

}  // namespace fairmon::plugins::inputs
