#include <fairmon/source.hpp>
#include <gtest/gtest.h>

namespace fairmon {
namespace {

TEST(SourceFile, LocatesByLineAndCodePoint) {
  const SourceFile file("a.lola", "input ä: Int\noutput b := ä\n");
  EXPECT_EQ(file.locate(0), (LineColumn{1, 1}));
  EXPECT_EQ(file.locate(8), (LineColumn{1, 8}));  // the colon, after a letter of two bytes
  EXPECT_EQ(file.locate(14), (LineColumn{2, 1}));
  EXPECT_EQ(file.locate(9999), (LineColumn{3, 1}));
}

TEST(SourceFile, LinesComeWithoutTheirBreaks) {
  const SourceFile file("a.lola", "one\r\ntwo\n\nfour");
  ASSERT_EQ(file.num_lines(), 4U);
  EXPECT_EQ(file.line(1), "one");
  EXPECT_EQ(file.line(2), "two");
  EXPECT_EQ(file.line(3), "");
  EXPECT_EQ(file.line(4), "four");
  EXPECT_EQ(file.line(0), "");
  EXPECT_EQ(file.line(5), "");
  EXPECT_EQ(file.line_begin(3), 9U);
}

TEST(SourceFile, SliceStaysInsideTheText) {
  const SourceFile file("a.lola", "abc");
  EXPECT_EQ(file.slice({1, 2, 0}), "b");
  EXPECT_EQ(file.slice({1, 99, 0}), "bc");
  EXPECT_EQ(file.slice({50, 99, 0}), "");
  EXPECT_EQ(SourceFile().num_lines(), 1U);
}

}  // namespace
}  // namespace fairmon
