#include "engine/columns/sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

TEST(Sweep, FindsTheHighestRank) {
  const Type types[] = {Type::integer(), Type::unsigned_integer(), Type::floating()};
  for (const Type& type : types) {
    for (const bool reversed : {false, true}) {
      const Ranking ranking = *Ranking::of(type, reversed);
      for (std::uint32_t count = 1; count <= 40; ++count) {
        std::vector<Cell> values(count);
        std::vector<std::uint64_t> is_there(count);
        std::vector<std::uint8_t> has(count);
        std::uint64_t best = 0;
        std::uint64_t best_there = 0;
        std::uint32_t number = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
          const std::int64_t whole = (i * 37 + count * 11) % 50 - std::int64_t{25};
          values[i] = type.is_real() ? cell_of(static_cast<double>(whole) / 4) : cell_of(whole);
          is_there[i] = (i + count) % 3;
          best = std::max(best, ranking.rank(values[i]));
          best_there = std::max(best_there, is_there[i] == 0 ? 0 : ranking.rank(values[i]));
          number += is_there[i] == 0 ? 0U : 1U;
        }
        mark_set(is_there.data(), has.data(), count);
        EXPECT_EQ(count_marked(has.data(), count), number);
        EXPECT_EQ(highest_rank(ranking, values.data(), nullptr, count, 0), best);
        EXPECT_EQ(highest_rank(ranking, values.data(), has.data(), count, 0), best_there);
        EXPECT_EQ(highest_rank(ranking, values.data(), nullptr, count, ~std::uint64_t{0}),
                  ~std::uint64_t{0});
      }
    }
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
