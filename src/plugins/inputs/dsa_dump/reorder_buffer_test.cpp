#include "plugins/inputs/dsa_dump/reorder_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace fairmon::plugins::inputs {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

struct Row {
  std::int64_t second;
  std::int64_t value;
};

/// Everything through a buffer with batches of the given size; late rows are left out.
std::vector<Row> reordered(const std::vector<Row>& rows, std::int64_t span, std::size_t size) {
  ReorderBuffer buffer(1, Duration{span * kSecond});
  std::vector<Row> result;
  EventBatch batch(1, size);
  const auto take = [&](bool at_end) {
    do {
      batch.clear();
      buffer.release(batch, at_end);
      for (std::size_t r = 0; r < batch.num_rows(); ++r) {
        result.push_back({batch.times()[r].ns / kSecond, cell_int(batch.column(0).cells[r])});
      }
    } while (batch.full());
  };
  std::uint64_t number = 0;
  for (const Row& row : rows) {
    const Timestamp time{row.second * kSecond};
    ++number;
    if (buffer.is_late(time)) {
      continue;
    }
    buffer.see(time);
    EventBatch& staging = buffer.next_row();
    staging.set(staging.add_row(time), 0, cell_of(row.value));
    buffer.keep({time, number});
    take(false);
  }
  take(true);
  EXPECT_TRUE(buffer.empty());
  return result;
}

/// Texts of rows that wait are not taken out of the table, others are.
TEST(ReorderBuffer, TextsOfWaitingRowsLive) {
  SymbolTable symbols;
  ReorderBuffer buffer(1, Duration{600 * kSecond});
  const std::uint32_t waits = symbols.intern("waits");
  const std::uint32_t gone = symbols.intern("gone");
  const Timestamp time{kSecond};
  buffer.see(time);
  EventBatch& staging = buffer.next_row();
  staging.set(staging.add_row(time), 0, Cell{waits});
  buffer.keep({time, 1});
  symbols.begin_epoch();
  buffer.renew_texts(symbols, {0});
  symbols.collect(SymbolMarks(symbols.size()), symbols.epoch());
  EXPECT_EQ(symbols.text(waits), "waits");
  EXPECT_EQ(symbols.text(gone), "");
  EventBatch batch(1, 4);
  buffer.release(batch, true);
  ASSERT_EQ(batch.num_rows(), 1U);
  EXPECT_EQ(symbols.text(static_cast<std::uint32_t>(batch.column(0).cells[0])), "waits");
}

TEST(ReorderBuffer, SortsByTimeAndKeepsTheOrderOfEqualTimes) {
  const auto rows = reordered({{5, 1}, {3, 2}, {5, 3}, {4, 4}, {3, 5}, {9, 6}}, 10, 2);
  std::vector<std::int64_t> values;
  for (const Row& row : rows) {
    values.push_back(row.value);
  }
  EXPECT_EQ(values, (std::vector<std::int64_t>{2, 5, 4, 1, 3, 6}));
}

TEST(ReorderBuffer, WhatComesTooLateIsToldByTheNewestRowSeen) {
  ReorderBuffer buffer(0, Duration{2 * kSecond});
  EXPECT_FALSE(buffer.is_late({0}));
  EXPECT_TRUE(buffer.is_late({-1})) << "before the start";
  buffer.see({10 * kSecond});
  buffer.see({7 * kSecond});
  EXPECT_FALSE(buffer.is_late({8 * kSecond}));
  EXPECT_TRUE(buffer.is_late({8 * kSecond - 1}));
}

TEST(ReorderBuffer, ManyRowsAnyDisorder) {
  std::mt19937 dice(7);
  std::vector<Row> rows;
  for (std::int64_t i = 0; i < 30'000; ++i) {
    rows.push_back({i / 20 + static_cast<std::int64_t>(dice() % 100), i});
  }
  auto wanted = rows;
  std::stable_sort(wanted.begin(), wanted.end(),
                   [](const Row& a, const Row& b) { return a.second < b.second; });
  const auto found = reordered(rows, 100, 64);
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].value, wanted[i].value) << i;
  }
}

}  // namespace
}  // namespace fairmon::plugins::inputs
