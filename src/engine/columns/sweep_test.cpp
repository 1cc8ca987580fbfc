#include "engine/columns/sweep.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace fairmon::engine {
namespace {

/// Each length that fills registers wholly or in part, and each place.
TEST(Sweep, NoticesOneDifferentEntryAnywhere) {
  for (std::uint32_t count = 1; count <= 40; ++count) {
    std::vector<std::uint64_t> cells(count, 7);
    const std::vector<std::uint64_t> others(count, 8);
    std::vector<std::uint32_t> slots(count);
    std::iota(slots.begin(), slots.end(), 100U);
    const std::vector<std::uint32_t> same = slots;
    EXPECT_FALSE(any_equal(cells.data(), others.data(), count));
    EXPECT_TRUE(all_set(cells.data(), count));
    EXPECT_TRUE(all_are(cells.data(), 7, count));
    EXPECT_TRUE(all_equal(slots.data(), same.data(), count));
    EXPECT_TRUE(ascends_by_one(slots.data(), count));
    for (std::uint32_t at = 0; at < count; ++at) {
      cells[at] = 8;
      EXPECT_TRUE(any_equal(cells.data(), others.data(), count));
      EXPECT_FALSE(all_are(cells.data(), 7, count));
      cells[at] = 0;
      EXPECT_FALSE(all_set(cells.data(), count));
      cells[at] = 7;
      slots[at] += 1;
      EXPECT_FALSE(all_equal(slots.data(), same.data(), count));
      EXPECT_EQ(ascends_by_one(slots.data(), count), count == 1);
      slots[at] -= 1;
    }
  }
}

TEST(Sweep, MarksAndWrites) {
  for (std::uint32_t count = 1; count <= 70; ++count) {
    std::vector<std::uint8_t> marks(count, 0);
    EXPECT_TRUE(none_marked(marks.data(), count));
    marks[count / 2] = 2;
    EXPECT_FALSE(none_marked(marks.data(), count));
    std::vector<std::uint64_t> column(count + 1, 1);
    set_all(column.data(), 9, count);
    EXPECT_TRUE(all_are(column.data(), 9, count));
    EXPECT_EQ(column[count], 1U);
  }
}

/// Values that agree in one half of a cell only are not equal.
TEST(Sweep, ComparesWholeCells) {
  const std::vector<Cell> one(5, 0x1'0000'0002ULL);
  const std::vector<Cell> low(5, 0x3'0000'0002ULL);
  const std::vector<Cell> high(5, 0x1'0000'0004ULL);
  EXPECT_FALSE(any_equal(one.data(), low.data(), 5));
  EXPECT_FALSE(any_equal(one.data(), high.data(), 5));
}

}  // namespace
}  // namespace fairmon::engine
