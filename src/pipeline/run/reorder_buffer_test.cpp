#include "pipeline/run/reorder_buffer.hpp"

#include <gtest/gtest.h>

namespace fairmon::pipeline {
namespace {

InputSchema one_input() {
  InputSchema schema;
  schema.inputs.push_back({"v", Type::integer()});
  return schema;
}

EventBatch batch_of(const std::vector<std::pair<std::int64_t, Cell>>& rows) {
  EventBatch batch(1, 8);
  for (const auto& [time, value] : rows) {
    batch.set(batch.add_row({time}), 0, value);
  }
  return batch;
}

std::vector<std::pair<std::int64_t, Cell>> rows_of(const EventBatch& batch) {
  std::vector<std::pair<std::int64_t, Cell>> rows;
  for (std::size_t i = 0; i < batch.num_rows(); ++i) {
    rows.emplace_back(batch.times()[i].ns, batch.column(0).cells[i]);
  }
  return rows;
}

using Rows = std::vector<std::pair<std::int64_t, Cell>>;

TEST(ReorderBuffer, HoldsBackWhatMayBePreceded) {
  ReorderBuffer buffer(one_input(), Duration{10});
  EventBatch ready(1, 8);
  buffer.pass(batch_of({{5, 1}, {20, 2}, {12, 3}}), ready);
  EXPECT_EQ(rows_of(ready), (Rows{{5, 1}}));
  // Exactly the wait behind the newest is still in time, so 12 may go but 20 may not.
  buffer.pass(batch_of({{10, 4}, {23, 5}}), ready);
  EXPECT_EQ(rows_of(ready), (Rows{{10, 4}, {12, 3}}));
  EXPECT_EQ(buffer.num_reordered(), 2U);
  buffer.flush(ready);
  EXPECT_EQ(rows_of(ready), (Rows{{20, 2}, {23, 5}}));
}

TEST(ReorderBuffer, KeepsTheOrderOfOneMoment) {
  ReorderBuffer buffer(one_input(), Duration{10});
  EventBatch ready(1, 8);
  buffer.pass(batch_of({{7, 1}, {9, 2}, {7, 3}}), ready);
  buffer.pass(batch_of({{7, 4}}), ready);
  buffer.flush(ready);
  EXPECT_EQ(rows_of(ready), (Rows{{7, 1}, {7, 3}, {7, 4}, {9, 2}}));
}

TEST(ReorderBuffer, GoesOnFromASavedState) {
  ReorderBuffer first(one_input(), Duration{10});
  EventBatch ready(1, 8);
  first.pass(batch_of({{30, 1}, {25, 2}}), ready);
  ReorderBuffer second(one_input(), Duration{10});
  ASSERT_TRUE(second.restore(first.save()));
  EXPECT_EQ(second.save(), first.save());
  second.pass(batch_of({{40, 3}}), ready);
  EXPECT_EQ(rows_of(ready), (Rows{{25, 2}}));
  EXPECT_FALSE(second.restore(first.save().substr(1)));
}

}  // namespace
}  // namespace fairmon::pipeline
