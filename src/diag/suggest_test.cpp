#include "diag/suggest.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fairmon::diag {
namespace {

const std::vector<std::string> kNames = {"score", "scores", "group", "id", "größe"};

TEST(Suggest, FindsSlips) {
  EXPECT_EQ(suggest("scroe", kNames), "score");
  EXPECT_EQ(suggest("Group", kNames), "group");
  EXPECT_EQ(suggest("grösse", kNames), "größe");
  EXPECT_EQ(suggest("scor", kNames), "score");
}

TEST(Suggest, StaysSilentWhenNothingIsNear) {
  EXPECT_EQ(suggest("temperature", kNames), std::nullopt);
  EXPECT_EQ(suggest("x", kNames), std::nullopt);
  EXPECT_EQ(suggest("score", std::vector<std::string>{}), std::nullopt);
}

TEST(EditDistance, CountsSwapsAsOne) {
  EXPECT_EQ(edit_distance("ab", "ba", 5), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting", 5), 3U);
  EXPECT_EQ(edit_distance("abcdef", "", 2), 3U);
}

}  // namespace
}  // namespace fairmon::diag
