#include "database/sqlite/sqlite.hpp"

#include <gtest/gtest.h>

namespace fairmon::database {
namespace {

using Purpose = SqliteDatabase::Purpose;

TEST(Sqlite, ValuesComeBackAsTheyWent) {
  auto base = SqliteDatabase::open(":memory:", Purpose::Write);
  ASSERT_TRUE(base);
  ASSERT_TRUE(base->run("CREATE TABLE t (a, b, c, d, e)"));
  auto insert = base->prepare("INSERT INTO t VALUES (?, ?, ?, ?, x'00ff')");
  ASSERT_TRUE(insert);
  insert->bind(1, std::int64_t{-5});
  insert->bind(2, 0.1);
  insert->bind(3, std::string_view("it's"));
  insert->bind(4, std::monostate{});
  ASSERT_TRUE(insert->step());
  auto select = base->prepare("SELECT * FROM t;");
  ASSERT_TRUE(select);
  EXPECT_TRUE(select->is_read_only());
  EXPECT_FALSE(insert->is_read_only());
  ASSERT_TRUE(*select->step());
  EXPECT_EQ(select->column_name(2), "c");
  EXPECT_EQ(std::get<std::int64_t>(select->value(0)), -5);
  EXPECT_EQ(std::get<double>(select->value(1)), 0.1);
  EXPECT_EQ(std::get<std::string_view>(select->value(2)), "it's");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(select->value(3)));
  EXPECT_EQ(std::get<SqliteBlob>(select->value(4)).bytes, std::string_view("\0\xff", 2));
  EXPECT_FALSE(*select->step());
}

TEST(Sqlite, TroubleIsTold) {
  EXPECT_FALSE(SqliteDatabase::open("/nowhere/at/all", Purpose::Read));
  auto base = SqliteDatabase::open(":memory:", Purpose::Write);
  ASSERT_TRUE(base);
  EXPECT_NE(base->run("SELEC 1").error().message.find("syntax error"), std::string::npos);
  const auto two = base->prepare("SELECT 1; SELECT 2");
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error().message, "expected one statement of SQL");
}

}  // namespace
}  // namespace fairmon::database
