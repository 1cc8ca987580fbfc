#include "runner/diff.hpp"

#include <gtest/gtest.h>

namespace fairmon::runner {
namespace {

using Lines = std::vector<std::string>;

TEST(SameLine, ToleratesRoundingOnly) {
  EXPECT_TRUE(same_line("1  a = 0.1", "1  a = 0.10000000000000001", 1e-9));
  EXPECT_FALSE(same_line("1  a = 0.1", "1  a = 0.2", 1e-9));
  EXPECT_FALSE(same_line("1  a = 3", "1  a = 4", 0.5));
  EXPECT_TRUE(same_line("1  a = 1", "1  a = 0.9999999999999999", 1e-9));
  EXPECT_FALSE(same_line("1  a = 1", "1  b = 1", 1e-9));
  EXPECT_FALSE(same_line("1  a = 1", "1  a = 1 x", 1e-9));
}

TEST(Diff, ShowsWhatIsMissingAndNew) {
  const Lines expected{"1  a = 1", "2  a = 2", "3  a = 3"};
  EXPECT_EQ(diff(expected, expected, 0), "");
  EXPECT_EQ(diff(expected, {"1  a = 1", "3  a = 3", "4  a = 4"}, 0),
            "      1  a = 1\n    - 2  a = 2\n      3  a = 3\n    + 4  a = 4\n");
  EXPECT_TRUE(same_lines(expected, expected, 0));
  EXPECT_FALSE(same_lines(expected, {"1  a = 1"}, 0));
}

}  // namespace
}  // namespace fairmon::runner
