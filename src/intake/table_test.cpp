#include "intake/table.hpp"

#include <gtest/gtest.h>

namespace fairmon::intake {
namespace {

TEST(Table, FindsTheDelimiterAndQuotedCells) {
  const Table table = preview_table("a;b;c\r\n1;\"x;\n\"\"y\"\"\";3\r\n4;5;6", true, {});
  EXPECT_EQ(table.delimiter, ';');
  EXPECT_EQ(table.columns, (std::vector<std::string>{"a", "b", "c"}));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0][1], "x;\n\"y\"");
  EXPECT_EQ(table.rows[1][2], "6");
  EXPECT_TRUE(table.complete);
}

TEST(Table, LeavesOutARecordThatWasReadInPart) {
  const Table table = preview_table("\xEF\xBB\xBFtime,x\n1,2\n3,4444", false, {});
  EXPECT_EQ(table.columns[0], "time");
  EXPECT_EQ(table.rows.size(), 1U);
  EXPECT_FALSE(table.complete);
}

TEST(Table, NumbersColumnsWithoutHeader) {
  TableOptions options;
  options.header = false;
  const Table table = preview_table("1|2\n3|4\n", true, options);
  EXPECT_EQ(table.delimiter, '|');
  EXPECT_EQ(table.columns, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(table.rows.size(), 2U);
}

TEST(Table, AnEmptyFileHasNoColumns) { EXPECT_TRUE(preview_table("", true, {}).columns.empty()); }

TEST(Preview, JsonLinesHaveTheirMembersAsColumns) {
  const std::string text =
      "{\"time\":1,\"group\":\"a, b\"}\n"
      "not json\n"
      "{\"time\":2,\"late\":true,\"group\":null}\n"
      "{\"time\":3,\"gro";
  EXPECT_TRUE(looks_like_json_lines(text));
  EXPECT_FALSE(looks_like_json_lines("time,group\n1,a\n"));
  const Table table = preview_json_lines(text, false, 50);
  EXPECT_EQ(table.columns, (std::vector<std::string>{"time", "group", "late"}));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"1", "a, b", ""}));
  EXPECT_EQ(table.rows[1], (std::vector<std::string>{"2", "", "true"}));
  EXPECT_FALSE(table.complete);
  EXPECT_EQ(preview_json_lines(text, true, 1).rows.size(), 1U);
}

}  // namespace
}  // namespace fairmon::intake
