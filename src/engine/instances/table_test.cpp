#include "engine/instances/table.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace fairmon::engine {
namespace {

/// Spawns, closes and expires at random, beside a set of the keys that should be alive.
void live_as_a_set_would(std::int64_t linger_ns, std::uint32_t seed) {
  InstanceTable table({Type::integer(64)}, linger_ns);
  std::set<Cell> alive;
  std::mt19937 random(seed);
  for (std::int64_t now = 0; now < 4000; ++now) {
    while (table.expire(now) != kNone) {
    }
    const Cell key = random() % 60;
    const Cell* column = &key;
    const std::uint32_t slot = table.find(&column, 0);
    if (random() % 3 != 0) {
      const InstanceTable::Spawned spawned =
          table.spawn(&column, 0, now, static_cast<std::uint64_t>(now));
      EXPECT_EQ(spawned.fresh, alive.insert(key).second);
    } else if (slot != kNone && table.exists(slot)) {
      table.close(slot);
      table.remove_closed(now);
      alive.erase(key);
    }
    ASSERT_EQ(table.num_live(), alive.size());
    if (random() % 8 != 0) {
      continue;  // several changes at once, now and then of the same slot
    }
    std::set<Cell> listed;
    std::uint32_t before = kNone;
    for (const std::uint32_t one : table.live()) {
      ASSERT_TRUE(before == kNone || before < one);
      before = one;
      listed.insert(table.key_column(0)[one]);
    }
    ASSERT_EQ(listed, alive) << "at " << now << ", seed " << seed;
  }
}

TEST(InstanceTable, ListsTheLivingInOrder) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    live_as_a_set_would(0, seed);
    live_as_a_set_would(17, seed);
  }
}

TEST(InstanceTable, ForgetsChangesThatNobodyAsksAbout) {
  InstanceTable table({Type::integer(64)}, 0);
  const Cell keys[] = {1, 2};
  for (std::int64_t now = 0; now < 100'000; ++now) {
    const Cell* column = &keys[now % 2];
    const InstanceTable::Spawned spawned = table.spawn(&column, 0, now, 0);
    ASSERT_TRUE(spawned.fresh);
    table.close(spawned.slot);
    table.remove_closed(now);
  }
  EXPECT_EQ(table.num_live(), 0U);
  EXPECT_LT(table.memory_bytes(), 100'000U);
}

TEST(InstanceTable, CountsChangesByBlock) {
  InstanceTable table({Type::integer(64)}, 0);
  for (Cell key = 0; key < Cell{2} * InstanceTable::kBlock; ++key) {
    const Cell* column = &key;
    ASSERT_TRUE(table.spawn(&column, 0, 0, 0).fresh);
  }
  const std::uint32_t second = InstanceTable::kBlock;
  const std::uint64_t low = table.changes(0, second - 1);
  const std::uint64_t high = table.changes(second, second);
  table.close(second + 3);
  table.remove_closed(1);
  EXPECT_EQ(table.changes(0, second - 1), low);
  EXPECT_GT(table.changes(second, second), high);
  EXPECT_EQ(table.changes(0, second), low + table.changes(second, second));
}

}  // namespace
}  // namespace fairmon::engine
