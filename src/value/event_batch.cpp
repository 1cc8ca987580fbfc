#include <fairmon/event.hpp>

#include <algorithm>

namespace fairmon {

namespace {
constexpr std::size_t words_for(std::size_t rows) { return (rows + 63) / 64; }
}  // namespace

EventBatch::EventBatch(std::size_t num_inputs, std::size_t capacity)
    : capacity_(std::max<std::size_t>(capacity, 1)), columns_(num_inputs) {
  times_.reserve(capacity_);
  for (InputColumn& column : columns_) {
    column.cells.reserve(capacity_);
    column.present.reserve(words_for(capacity_));
  }
}

void EventBatch::clear() noexcept {
  times_.clear();
  for (InputColumn& column : columns_) {
    column.cells.clear();
    column.present.clear();
  }
}

std::size_t EventBatch::add_row(Timestamp time) {
  const std::size_t row = times_.size();
  times_.push_back(time);
  for (InputColumn& column : columns_) {
    column.cells.push_back(0);
    if (row % 64 == 0) {
      column.present.push_back(0);
    }
  }
  return row;
}

std::size_t EventBatch::add_rows(std::size_t count) {
  const std::size_t first = times_.size();
  times_.resize(first + count);
  for (InputColumn& column : columns_) {
    column.cells.resize(first + count);
    column.present.resize(words_for(first + count));
  }
  return first;
}

void EventBatch::drop_last_row() noexcept {
  times_.pop_back();
  const std::size_t row = times_.size();
  for (InputColumn& column : columns_) {
    column.cells.pop_back();
    if (row % 64 == 0) {
      column.present.pop_back();
    } else {
      column.present.back() &= ~(std::uint64_t{1} << (row % 64));
    }
  }
}

void EventBatch::resize(std::size_t rows) {
  times_.assign(rows, Timestamp{});
  for (InputColumn& column : columns_) {
    column.cells.assign(rows, 0);
    column.present.assign(words_for(rows), 0);
  }
}

}  // namespace fairmon
