#include "support/ring.hpp"

#include <gtest/gtest.h>

namespace fairmon::support {
namespace {

TEST(Ring, KeepsTheNewest) {
  Ring<int> ring(3);
  EXPECT_TRUE(ring.empty());
  for (int i = 1; i <= 10; ++i) {
    ring.push(i);
    for (std::size_t age = 0; age < ring.size(); ++age) {
      EXPECT_EQ(ring.back(age), i - static_cast<int>(age));
    }
  }
  EXPECT_EQ(ring.size(), 3U);
}

TEST(Ring, OneSlot) {
  Ring<int> ring(1);
  ring.push(1);
  ring.push(2);
  EXPECT_EQ(ring.back(0), 2);
  ring.clear();
  EXPECT_TRUE(ring.empty());
}

TEST(Ring, RefusesNoRoom) { EXPECT_THROW(Ring<int>(0), InternalError); }

}  // namespace
}  // namespace fairmon::support
