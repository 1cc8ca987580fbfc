#include "server/history/count_log.hpp"

#include <gtest/gtest.h>

namespace fairmon::server {
namespace {

TEST(CountLog, TellsTheNumberOfTheMoment) {
  CountLog log;
  EXPECT_FALSE(log.newest().has_value());
  log.note({10}, 1);
  log.note({20}, 1);
  log.note({30}, 2);
  log.note({30}, 3);
  log.note({40}, 2);
  EXPECT_EQ(log.size(), 4U) << "only changes are kept";
  EXPECT_FALSE(log.at({9}).has_value());
  EXPECT_EQ(log.at({10}), 1U);
  EXPECT_EQ(log.at({29}), 1U);
  EXPECT_EQ(log.at({30}), 3U);
  EXPECT_EQ(log.at({39}), 3U);
  EXPECT_EQ(log.at({1000}), 2U) << "windows forget, so numbers may fall";
  EXPECT_EQ(log.newest(), 2U);
}

}  // namespace
}  // namespace fairmon::server
