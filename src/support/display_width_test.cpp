#include "support/display_width.hpp"

#include <gtest/gtest.h>

namespace fairmon::support {
namespace {

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(display_width("score"), 5U);
  EXPECT_EQ(display_width("größe"), 5U);
  EXPECT_EQ(display_width("漢字"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("😀"), 2U);
  EXPECT_EQ(display_width(""), 0U);
}

}  // namespace
}  // namespace fairmon::support
