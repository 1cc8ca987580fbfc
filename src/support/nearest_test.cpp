#include "support/nearest.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fairmon::support {
namespace {

const std::vector<std::string> kNames = {"score", "scores", "group", "id", "größe"};

TEST(Nearest, FindsSlips) {
  EXPECT_EQ(nearest("scroe", kNames), "score");
  EXPECT_EQ(nearest("Group", kNames), "group");
  EXPECT_EQ(nearest("grösse", kNames), "größe");
  EXPECT_EQ(nearest("scor", kNames), "score");
}

TEST(Nearest, StaysSilentWhenNothingIsNear) {
  EXPECT_EQ(nearest("temperature", kNames), std::nullopt);
  EXPECT_EQ(nearest("x", kNames), std::nullopt);
  EXPECT_EQ(nearest("score", std::vector<std::string>{}), std::nullopt);
}

TEST(Nearest, FindsSlipsAndRefusesStrangers) {
  const std::vector<std::string> words = {"delimiter", "quote", "columns", "time-column"};
  EXPECT_EQ(nearest("delimeter", words), "delimiter");
  EXPECT_EQ(nearest("Colunms", words), "columns");
  EXPECT_EQ(nearest("timecolumn", words), "time-column");
  EXPECT_EQ(nearest("banana", words), std::nullopt);
  EXPECT_EQ(nearest("", words), std::nullopt);
  EXPECT_EQ(nearest("qoute", words), "quote");  // two letters swapped are one slip
}

}  // namespace
}  // namespace fairmon::support
