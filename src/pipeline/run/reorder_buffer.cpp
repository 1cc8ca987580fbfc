#include "pipeline/run/reorder_buffer.hpp"

#include <algorithm>

#include "support/packing.hpp"

namespace fairmon::pipeline {

ReorderBuffer::ReorderBuffer(const InputSchema& schema, Duration wait)
    : num_inputs_(schema.inputs.size()), wait_(wait) {
  for (const InputSchema::Input& input : schema.inputs) {
    texts_.push_back(input.type.is(TypeKind::String) || input.type.is(TypeKind::Bytes));
  }
}

void ReorderBuffer::pass(const EventBatch& batch, EventBatch& ready) {
  const std::size_t sorted = rows_.size();
  for (std::size_t row = 0; row < batch.num_rows(); ++row) {
    const Timestamp time = batch.times()[row];
    num_reordered_ += time < newest_ ? 1 : 0;
    newest_ = std::max(newest_, time);
    Row& held = rows_.emplace_back();
    held.time = time;
    for (std::size_t input = 0; input < num_inputs_; ++input) {
      held.cells.push_back(batch.column(input).cells[row]);
      held.present.push_back(batch.column(input).has(row));
    }
  }
  const auto earlier = [](const Row& a, const Row& b) { return a.time < b.time; };
  const auto middle = rows_.begin() + static_cast<std::ptrdiff_t>(sorted);
  std::stable_sort(middle, rows_.end(), earlier);
  std::inplace_merge(rows_.begin(), middle, rows_.end(), earlier);
  // One that is exactly the wait behind the newest may still come.
  const Timestamp bound{newest_.ns - wait_.ns};
  const auto end = std::lower_bound(rows_.begin(), rows_.end(), bound,
                                    [](const Row& row, Timestamp t) { return row.time < t; });
  release(static_cast<std::size_t>(end - rows_.begin()), ready);
}

void ReorderBuffer::flush(EventBatch& ready) { release(rows_.size(), ready); }

void ReorderBuffer::release(std::size_t count, EventBatch& ready) {
  ready.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = ready.add_row(rows_[i].time);
    for (std::size_t input = 0; input < num_inputs_; ++input) {
      if (rows_[i].present[input]) {
        ready.set(row, input, rows_[i].cells[input]);
      }
    }
  }
  rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(count));
}

void ReorderBuffer::mark_symbols(SymbolMarks& alive) const {
  for (const Row& row : rows_) {
    for (std::size_t input = 0; input < num_inputs_; ++input) {
      if (texts_[input] && row.present[input]) {
        alive.add(row.cells[input]);
      }
    }
  }
}

std::string ReorderBuffer::save() const {
  std::string bytes;
  support::pack_signed(bytes, newest_.ns);
  support::pack(bytes, num_reordered_);
  support::pack(bytes, std::uint64_t{rows_.size()});
  for (const Row& row : rows_) {
    support::pack_signed(bytes, row.time.ns);
    for (std::size_t input = 0; input < num_inputs_; ++input) {
      support::pack(bytes, std::uint64_t{row.present[input]});
      support::pack(bytes, std::uint64_t{row.cells[input]});
    }
  }
  return bytes;
}

Result<void> ReorderBuffer::restore(std::string_view bytes) {
  support::Unpacker taker(bytes);
  newest_ = {taker.signed_number()};
  num_reordered_ = taker.number();
  rows_.clear();
  for (std::uint64_t left = taker.count(); left > 0; --left) {
    Row& row = rows_.emplace_back();
    row.time = {taker.signed_number()};
    for (std::size_t input = 0; input < num_inputs_; ++input) {
      row.present.push_back(taker.flag());
      row.cells.push_back(taker.number());
    }
  }
  const bool sorted = std::is_sorted(rows_.begin(), rows_.end(),
                                     [](const Row& a, const Row& b) { return a.time < b.time; });
  if (!taker.complete() || !sorted) {
    return Error(ErrorCode::Checkpoint,
                 "the checkpoint is damaged: the records that wait for their turn do not fit");
  }
  return {};
}

}  // namespace fairmon::pipeline
