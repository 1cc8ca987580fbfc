#include "dsa/dump/text.hpp"

#include <gtest/gtest.h>

namespace fairmon::dsa {
namespace {

std::string mended(std::string text) {
  mend_utf8(text);
  return text;
}

TEST(MendUtf8, KeepsWhatIsRight) {
  for (const char* text : {"", "plain, \"quoted\"\n", "\u00dcberpr\u00fcft \u20ac \U0001F600"}) {
    EXPECT_EQ(mended(text), text);
  }
}

TEST(MendUtf8, ReplacesEachWrongByte) {
  EXPECT_EQ(mended("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(mended("a\xE4,b\nc"), "a\uFFFD,b\nc") << "Latin-1: separators stay";
  EXPECT_EQ(mended("\xC3"), "\uFFFD") << "cut short at the end";
  EXPECT_EQ(mended("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "half of a pair";
  EXPECT_EQ(mended("\xC0\x80!"), "\uFFFD\uFFFD!") << "written too long";
  EXPECT_EQ(mended("\xE2\x82\xC3\xA4"), "\uFFFD\uFFFD\u00e4");
}

}  // namespace
}  // namespace fairmon::dsa
