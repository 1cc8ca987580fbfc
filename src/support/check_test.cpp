#include "support/check.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fairmon {
namespace {

TEST(Check, SilentWhenTrue) { EXPECT_NO_THROW(FAIRMON_CHECK(1 + 1 == 2, "arithmetic")); }

TEST(Check, SaysWhatAndWhere) {
  try {
    FAIRMON_CHECK(1 + 1 == 3, "arithmetic is off");
    FAIL() << "the check did not throw";
  } catch (const InternalError& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find("arithmetic is off"), 0U) << text;
    EXPECT_NE(text.find("1 + 1 == 3"), std::string::npos) << text;
    EXPECT_NE(text.find("check_test.cpp:"), std::string::npos) << text;
    EXPECT_EQ(text.find('/'), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace fairmon
