#include "server/runs/curve_writer.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace fairmon::server {
namespace {

class CurveWriterTest : public testing::Test {
 protected:
  void add(std::uint32_t cycle, ChangeKind kind, Cell instance, double value = 0.0) {
    rows_.cells_per_instance = 1;
    rows_.cycle.push_back(cycle);
    rows_.kind.push_back(kind);
    rows_.parameters.push_back(instance);
    rows_.values.push_back(std::bit_cast<Cell>(value));
  }
  void write() {
    std::vector<Timestamp> times;
    for (std::int64_t i = 0; i < 2'000; ++i) {
      times.push_back({i * 10});
    }
    writer_.write(rows_, times);
    rows_.clear();
  }

  RunHistory history_{{}, {}};
  CurveWriter writer_{history_, 0, Type::floating(),
                      [](const Cell* cells) { return std::to_string(*cells); }};
  StreamVerdicts rows_;
};

TEST_F(CurveWriterTest, SortsMixedRowsIntoTheirCurves) {
  // More instances than the table of recent ones has places, in turns, over several batches.
  for (std::uint32_t batch = 0; batch < 3; ++batch) {
    for (std::uint32_t i = 0; i < 1'000; ++i) {
      add(i, ChangeKind::Value, i % 500, batch * 1'000 + i);
    }
    write();
  }
  const auto all = history_.series();
  ASSERT_EQ(all.size(), 500U);
  for (std::size_t id = 0; id < all.size(); ++id) {
    EXPECT_EQ(all[id]->label(), std::to_string(id));
    ASSERT_EQ(all[id]->size(), 6U);
    EXPECT_EQ(all[id]->value(0), static_cast<double>(id));
    EXPECT_EQ(all[id]->value(5), 2'500.0 + static_cast<double>(id));
    EXPECT_EQ(all[id]->time(1).ns, static_cast<std::int64_t>(id + 500) * 10);
  }
}

TEST_F(CurveWriterTest, AnInstanceThatComesBackLeavesAGap) {
  add(0, ChangeKind::Spawn, 7);
  add(1, ChangeKind::Value, 7, 1.0);
  add(2, ChangeKind::Close, 7);
  add(3, ChangeKind::Spawn, 7);
  add(4, ChangeKind::Value, 7, 2.0);
  write();
  const auto all = history_.series();
  ASSERT_EQ(all.size(), 1U);
  ASSERT_EQ(all[0]->size(), 3U);
  EXPECT_EQ(all[0]->value(0), 1.0);
  EXPECT_TRUE(std::isnan(all[0]->value(1)));
  EXPECT_EQ(all[0]->time(1).ns, 20);
  EXPECT_EQ(all[0]->value(2), 2.0);
  EXPECT_FALSE(all[0]->closed().has_value());
  add(5, ChangeKind::Close, 7);
  write();
  EXPECT_EQ(all[0]->closed()->ns, 50);
}

TEST_F(CurveWriterTest, TheNewestSizeOfAGroupCounts) {
  add(0, ChangeKind::Value, 1, 0.5);
  add(0, ChangeKind::Value, 2, 0.5);
  write();
  EXPECT_FALSE(history_.series()[0]->trials().newest().has_value());
  StreamVerdicts sizes;
  sizes.cells_per_instance = 1;
  for (const auto& [instance, count] : {std::pair<Cell, Cell>{1, 10}, {2, 4}, {1, 11}}) {
    sizes.cycle.push_back(0);
    sizes.kind.push_back(ChangeKind::Value);
    sizes.parameters.push_back(instance);
    sizes.values.push_back(count);
  }
  writer_.note_counts(sizes, {{5}}, CurveWriter::Counted::Trials);
  EXPECT_EQ(history_.series()[0]->trials().newest(), 11U);
  EXPECT_EQ(history_.series()[1]->trials().newest(), 4U);
  sizes.clear();
  writer_.note_counts(sizes, {{5}}, CurveWriter::Counted::Trials);
  EXPECT_EQ(history_.series()[0]->trials().newest(), 11U) << "silence changes nothing";
}

}  // namespace
}  // namespace fairmon::server
