#include "support/printable.hpp"

#include <gtest/gtest.h>

namespace fairmon::support {
namespace {

TEST(Printable, LeavesTextAlone) { EXPECT_EQ(printable("größer\n\tals 3 €"), "größer\n\tals 3 €"); }

TEST(Printable, NothingCommandsTheTerminal) {
  EXPECT_EQ(printable("a\x1b[2Jb"), "a\uFFFD[2Jb");
  EXPECT_EQ(printable("a\xc2\x9b"
                      "2Jb"),
            "a\uFFFD"
            "2Jb");
  EXPECT_EQ(printable("a\x9b"
                      "2Jb"),
            "a\uFFFD"
            "2Jb");
  EXPECT_EQ(printable("\r\x7f\u202e"), "\uFFFD\uFFFD\uFFFD");
}

}  // namespace
}  // namespace fairmon::support
