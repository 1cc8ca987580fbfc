#include "dsa/dump/line.hpp"

#include <gtest/gtest.h>

namespace fairmon::dsa {
namespace {

TEST(LineSplitter, SplitsPlainAndQuotedFields) {
  LineSplitter splitter(4);
  ASSERT_TRUE(splitter.split(R"(a,"b, c",,"d ""e""")"));
  EXPECT_EQ(splitter.text(0), "a");
  EXPECT_EQ(splitter.text(1), "b, c");
  EXPECT_EQ(splitter.text(2), "");
  EXPECT_EQ(splitter.text(3), R"(d "e")");
}

TEST(LineSplitter, SurvivesBackslashQuotes) {
  LineSplitter splitter(3);
  ASSERT_TRUE(splitter.split(R"(a,"he said \"no, never\" twice",c)"));
  EXPECT_EQ(splitter.text(2), "c");
}

TEST(LineSplitter, ReportsAnotherNumberOfFields) {
  LineSplitter splitter(3);
  EXPECT_FALSE(splitter.split("a,b"));
  EXPECT_FALSE(splitter.split("a,b,c,d"));
  EXPECT_FALSE(splitter.split("a,\"b,c"));
}

TEST(LineSplitter, KeepsAnEmptyLastField) {
  LineSplitter splitter(2);
  ASSERT_TRUE(splitter.split("a,"));
  EXPECT_EQ(splitter.text(1), "");
}

TEST(JoinedCodes, AreJoinedByTwoUnderscores) {
  std::string out;
  append_joined_codes(out, R"(["A","B"])");
  EXPECT_EQ(out, "A__B");
  out.clear();
  append_joined_codes(out, "[]");
  EXPECT_EQ(out, "");
}

}  // namespace
}  // namespace fairmon::dsa
