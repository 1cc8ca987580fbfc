#include "plugins/inputs/dsa_dump/reorder_buffer.hpp"

#include <algorithm>

namespace fairmon::plugins::inputs {

namespace {

constexpr std::size_t kChunkRows = 4096;
constexpr std::int64_t kSecond = 1'000'000'000;

}  // namespace

ReorderBuffer::ReorderBuffer(std::size_t num_inputs, Duration span)
    : num_inputs_(num_inputs), span_(span) {}

Timestamp ReorderBuffer::watermark() const {
  return Timestamp{std::max<std::int64_t>(newest_.ns - span_.ns, 0)};
}

void ReorderBuffer::see(Timestamp time) { newest_ = std::max(newest_, time); }

EventBatch& ReorderBuffer::next_row() {
  if (filling_ == nullptr || filling_->batch.full()) {
    if (free_.empty()) {
      chunks_.push_back(std::make_unique<Chunk>(num_inputs_, kChunkRows));
      free_.push_back(chunks_.back().get());
    }
    filling_ = free_.back();
    free_.pop_back();
    filling_->batch.clear();
  }
  return filling_->batch;
}

void ReorderBuffer::keep(RowPlace place) {
  const std::size_t row = filling_->batch.num_rows() - 1;
  waiting_[place.time.ns / kSecond].rows.push_back({place, filling_, row});
  ++filling_->num_waiting;
}

void ReorderBuffer::move_row(const Waiting& row, EventBatch& batch) {
  const std::size_t moved = batch.add_row(row.place.time);
  for (std::size_t input = 0; input < num_inputs_; ++input) {
    const InputColumn& column = row.chunk->batch.column(input);
    if (column.has(row.row)) {
      batch.set(moved, input, column.cells[row.row]);
    }
  }
  last_ = row.place;
  if (--row.chunk->num_waiting == 0 && row.chunk != filling_) {
    free_.push_back(row.chunk);
  }
}

void ReorderBuffer::renew_texts(SymbolTable& symbols,
                                const std::vector<std::size_t>& inputs) const {
  for (const auto& [second, held] : waiting_) {
    for (std::size_t i = held.next; i < held.rows.size(); ++i) {
      const Waiting& row = held.rows[i];
      for (const std::size_t input : inputs) {
        const InputColumn& column = row.chunk->batch.column(input);
        if (column.has(row.row)) {
          static_cast<void>(
              symbols.intern(symbols.text(static_cast<std::uint32_t>(column.cells[row.row]))));
        }
      }
    }
  }
}

/// True if all rows of the second were moved.
bool ReorderBuffer::move_second(Second& second, EventBatch& batch) {
  const auto earlier = [](const Waiting& a, const Waiting& b) { return a.place < b.place; };
  if (second.next == 0 && !std::is_sorted(second.rows.begin(), second.rows.end(), earlier)) {
    std::sort(second.rows.begin(), second.rows.end(), earlier);
  }
  while (second.next < second.rows.size() && !batch.full()) {
    move_row(second.rows[second.next++], batch);
  }
  return second.next == second.rows.size();
}

void ReorderBuffer::release(EventBatch& batch, bool at_end) {
  const Timestamp until = watermark();
  while (!batch.full() && !waiting_.empty()) {
    const auto first = waiting_.begin();
    // A second is over when nothing of it can follow any more.
    if (!at_end && (first->first + 1) * kSecond > until.ns) {
      return;
    }
    if (move_second(first->second, batch)) {
      waiting_.erase(first);
    }
  }
}

}  // namespace fairmon::plugins::inputs
