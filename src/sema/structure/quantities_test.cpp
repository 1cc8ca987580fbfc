#include "sema/structure/quantities.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace fairmon::sema::structure {
namespace {

ir::Period period(const std::string& number, const std::string& unit) {
  syntax::Expr expr;
  expr.kind = syntax::ExprKind::Number;
  expr.text = number;
  expr.unit = unit;
  const PeriodReading reading = period_of(expr);
  EXPECT_EQ(reading.problem, PeriodProblem::None);
  return reading.period;
}

TEST(Quantities, PeriodsAreExact) {
  EXPECT_EQ(period("1", "s"), (ir::Period{1'000'000'000, 1}));
  EXPECT_EQ(period("3", "Hz"), (ir::Period{1'000'000'000, 3}));
  EXPECT_EQ(period("0.5", "Hz"), (ir::Period{2'000'000'000, 1}));
  EXPECT_EQ(period("0.1", "ns"), (ir::Period{1, 10}));
  EXPECT_EQ(period("2", "y"), period("2", "a"));
  EXPECT_EQ(period("1.5", "min"), period("90", "s"));
}

TEST(Quantities, PeriodsThatAreNone) {
  syntax::Expr expr;
  expr.text = "0";
  EXPECT_EQ(period_of(expr).problem, PeriodProblem::NoUnit);
  expr.unit = "s";
  EXPECT_EQ(period_of(expr).problem, PeriodProblem::NotPositive);
  expr.text = "99999999999";
  expr.unit = "a";
  EXPECT_EQ(period_of(expr).problem, PeriodProblem::TooLarge);
  expr.unit = "parsec";
  EXPECT_EQ(period_of(expr).problem, PeriodProblem::UnknownUnit);
}

TEST(Quantities, CommonPeriod) {
  EXPECT_EQ(*common_period(period("2", "Hz"), period("3", "Hz")), period("1", "s"));
  EXPECT_EQ(*common_period(period("4", "s"), period("6", "s")), period("12", "s"));
  EXPECT_TRUE(is_multiple(period("1", "s"), period("3", "Hz")));
  EXPECT_FALSE(is_multiple(period("3", "Hz"), period("1", "s")));
  EXPECT_FALSE(is_multiple(period("5", "s"), period("2", "s")));
}

TEST(Quantities, Numbers) {
  EXPECT_EQ(integer_value("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_FALSE(integer_value("9223372036854775808").has_value());
  EXPECT_EQ(integer_value("0xff"), 255);
  EXPECT_EQ(real_value("1e3"), 1000.0);
  const auto quarter = exact_value("-0.25");
  ASSERT_TRUE(quarter.has_value());
  EXPECT_EQ(quarter->numerator, -1);
  EXPECT_EQ(quarter->denominator, 4);
}

TEST(Quantities, Words) {
  EXPECT_EQ(period_text(period("60", "s")), "1min");
  EXPECT_EQ(period_text(period("3", "Hz")), "3Hz");
  EXPECT_EQ(period_text(period("1500", "ms")), "1500ms");
}

}  // namespace
}  // namespace fairmon::sema::structure
