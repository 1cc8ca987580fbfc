#include "server/runs/decided_share.hpp"

#include <gtest/gtest.h>

namespace fairmon::server {
namespace {

TEST(DecidedShare, CountsWhatIsDecidedNotWhatIsRead) {
  DecidedShare share;
  share.given(1000, 1.0);
  EXPECT_DOUBLE_EQ(share.of(0).value(), 0.0);
  EXPECT_DOUBLE_EQ(share.of(250).value(), 0.25);
  EXPECT_DOUBLE_EQ(share.of(1000).value(), 1.0);
}

TEST(DecidedShare, GoesFromMarkToMark) {
  DecidedShare share;
  share.given(100, 0.2);
  share.given(200, 1.0);
  EXPECT_DOUBLE_EQ(share.of(50).value(), 0.1);
  EXPECT_DOUBLE_EQ(share.of(150).value(), 0.6);
}

TEST(DecidedShare, KnowsNothingWhereTheSourceDoesNot) {
  DecidedShare share;
  share.given(10, std::nullopt);
  EXPECT_FALSE(share.of(10).has_value());
  share.given(20, std::nullopt);
  EXPECT_FALSE(share.of(15).has_value());
}

}  // namespace
}  // namespace fairmon::server
