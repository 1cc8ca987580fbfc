#include "support/civil_time.hpp"

#include <gtest/gtest.h>

namespace fairmon::support {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

TEST(CivilTime, ReadsDatesWithAndWithoutZone) {
  EXPECT_EQ(parse_rfc3339("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(parse_rfc3339("1970-01-02"), 86'400 * kSecond);
  EXPECT_EQ(parse_rfc3339("2024-02-29 12:30"), 1'709'209'800 * kSecond);
  EXPECT_EQ(parse_rfc3339("2024-02-29T12:30:15.25+02:00"), 1'709'202'615 * kSecond + kSecond / 4);
  EXPECT_EQ(parse_rfc3339("1969-12-31T23:59:59.5-00:30"), 1799 * kSecond + kSecond / 2);
}

TEST(CivilTime, RefusesWhatIsNoDate) {
  for (const char* text : {"", "2024", "2023-02-29", "2024-13-01", "2024-01-01T",
                           "2024-01-01T25:00", "2024-01-01T12:00:00X", "2024-01-01T12:00:00+2",
                           "24-01-01", "9999-01-01", "2024-01-01T12:61"}) {
    EXPECT_FALSE(parse_rfc3339(text).has_value()) << text;
  }
}

TEST(CivilTime, WritesWhatItReads) {
  for (const std::int64_t ns : {std::int64_t{0}, -kSecond, 1'709'202'615 * kSecond + 5,
                                -2'208'988'800 * kSecond, 4'102'444'800 * kSecond}) {
    std::string text;
    append_rfc3339(text, ns);
    EXPECT_EQ(parse_rfc3339(text), ns) << text;
  }
}

TEST(CivilTime, ReadsSecondsExactly) {
  EXPECT_EQ(parse_seconds("0.1"), 100'000'000);
  EXPECT_EQ(parse_seconds("1e3"), 1000 * kSecond);
  EXPECT_EQ(parse_seconds("1.5e-3"), 1'500'000);
  EXPECT_EQ(parse_seconds("0.0000000019"), 1);
  EXPECT_EQ(parse_seconds("123456789.123456789123"), 123'456'789'123'456'789);
  EXPECT_EQ(parse_seconds("-2"), -2 * kSecond);
  for (const char* text : {"", ".", "e5", "1e", "1x", "--1", "1e400", "99999999999"}) {
    EXPECT_FALSE(parse_seconds(text).has_value()) << text;
  }
}

TEST(CivilTime, ReadsDurations) {
  EXPECT_EQ(parse_duration("10s"), 10 * kSecond);
  EXPECT_EQ(parse_duration("1.5 h"), 5400 * kSecond);
  EXPECT_EQ(parse_duration("250ms"), kSecond / 4);
  EXPECT_EQ(parse_duration("2"), 2 * kSecond);
  EXPECT_EQ(parse_duration("1y"), 365 * 86'400 * kSecond);
  EXPECT_FALSE(parse_duration("ten").has_value());
  EXPECT_FALSE(parse_duration("5 parsecs").has_value());
}

TEST(CivilTime, ReadsDatesAsPeopleWriteThem) {
  const auto expected = parse_rfc3339("2024-01-31");
  for (const char* text : {"31/01/2024", "31.1.2024", "31-01-2024", "31 Jan 2024", "31-jan-2024",
                           "31/01/2024 0:00", "31/01/2024 12:00 AM"}) {
    EXPECT_EQ(parse_date(text, DateOrder::DayMonthYear), expected) << text;
  }
  for (const char* text : {"01/31/2024", "1/31/2024 00:00:00", "January 31, 2024"}) {
    EXPECT_EQ(parse_date(text, DateOrder::MonthDayYear), expected) << text;
  }
  for (const char* text : {"2024/01/31", "2024.1.31", "2024 Jan 31"}) {
    EXPECT_EQ(parse_date(text, DateOrder::YearMonthDay), expected) << text;
  }
  EXPECT_EQ(parse_date("29/2/2024 2:30:15.5 PM", DateOrder::DayMonthYear),
            parse_rfc3339("2024-02-29T14:30:15.5Z"));
}

TEST(CivilTime, RefusesDatesThatAreNone) {
  for (const char* text :
       {"", "31/01", "31/01/24", "31/01-2024", "30/02/2024", "01/31/2024", "31/01/2024x",
        "31/01/2024 25:00", "31/01/2024 13:00 PM", "31//01/2024", "2024", "31/0x/2024"}) {
    EXPECT_FALSE(parse_date(text, DateOrder::DayMonthYear).has_value()) << text;
  }
}

}  // namespace
}  // namespace fairmon::support
