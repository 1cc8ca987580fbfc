#include "plugins/reading/drop_rows.hpp"

namespace fairmon::plugins {

namespace {

void move_row(InputColumn& column, std::size_t from, std::size_t to) {
  const bool present = column.has(from);
  const std::uint64_t bit = std::uint64_t{1} << (to % 64);
  column.cells[to] = column.cells[from];
  column.present[to / 64] = (column.present[to / 64] & ~bit) | (present ? bit : 0);
}

}  // namespace

void drop_rows(EventBatch& batch, std::size_t base, const std::vector<bool>& dropped) {
  std::size_t to = base;
  for (std::size_t i = 0; i < dropped.size(); ++i) {
    if (dropped[i]) {
      continue;
    }
    if (to != base + i) {
      batch.mutable_times()[to] = batch.times()[base + i];
      for (std::size_t input = 0; input < batch.num_inputs(); ++input) {
        move_row(batch.column(input), base + i, to);
      }
    }
    ++to;
  }
  while (batch.num_rows() > to) {
    batch.drop_last_row();
  }
}

}  // namespace fairmon::plugins
