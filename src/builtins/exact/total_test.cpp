#include "builtins/exact/total.hpp"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "builtins/exact/moments.hpp"

namespace fairmon::builtins::exact {
namespace {

constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double full_sum(const std::vector<double>& values) {
  FullSum total;
  for (const double value : values) {
    const Binary x = take_apart(value);
    EXPECT_TRUE(total.add(x.magnitude, x.exponent, x.minus));
  }
  return nearest(total.units, total.exponent());
}

/// The same in the compact form; the full one takes over where that does not fit.
double sum_with_takeover(const std::vector<double>& values, bool& took_over) {
  CompactSum total;
  FullSum full;
  took_over = false;
  for (const double value : values) {
    const Binary x = take_apart(value);
    CompactSum next = total;
    if (!took_over && next.add(x.magnitude, x.exponent, x.minus)) {
      total = next;
      continue;
    }
    full = took_over ? full : total.widened<FullSum>();
    took_over = true;
    EXPECT_TRUE(full.add(x.magnitude, x.exponent, x.minus));
  }
  return took_over ? nearest(full.units, full.exponent()) : nearest(total.units, total.exponent());
}

TEST(ExactTotal, RoundsOnceAndToEven) {
  EXPECT_EQ(full_sum({}), 0.0);
  EXPECT_FALSE(std::signbit(full_sum({-0.0})));
  EXPECT_EQ(full_sum({1e16, 1.0, 1e-16, -1e16}), 1.0);
  EXPECT_EQ(full_sum({1.0, 0x1p-53}), 1.0);
  EXPECT_EQ(full_sum({1.0, 0x1p-52, 0x1p-53}), 1.0 + 0x1p-51);
  EXPECT_EQ(full_sum({1.0, 0x1p-53, kTiny}), 1.0 + 0x1p-52);
  EXPECT_EQ(full_sum({-1.0, -0x1p-53, -kTiny}), -1.0 - 0x1p-52);
  EXPECT_EQ(full_sum({1e100, 1.0, -1e100, 1e-100, 1e50, -1.0, -1e50}), 1e-100);
}

TEST(ExactTotal, KeepsTheEndsOfTheRange) {
  EXPECT_EQ(full_sum({kTiny, kTiny, kTiny}), 3 * kTiny);
  EXPECT_EQ(full_sum({DBL_MIN, -kTiny}), DBL_MIN - kTiny);
  EXPECT_EQ(full_sum({DBL_MAX, DBL_MAX}), kInfinity);
  EXPECT_EQ(full_sum({DBL_MAX, DBL_MAX, -DBL_MAX}), DBL_MAX);
  EXPECT_EQ(full_sum({-DBL_MAX, -DBL_MAX, DBL_MAX, kTiny}), -DBL_MAX);
  EXPECT_EQ(full_sum({DBL_MAX, 0x1p969}), DBL_MAX);
  EXPECT_EQ(full_sum({DBL_MAX, 0x1p970}), kInfinity);
}

TEST(ExactTotal, BothFormsAgreeInEveryOrder) {
  std::mt19937_64 random(3);
  int taken_over = 0;
  for (int round = 0; round < 3000; ++round) {
    const int spread = round % 3 == 0 ? 600 : round % 3 == 1 ? 30 : 4;
    std::vector<double> values(1 + random() % 30);
    for (double& value : values) {
      const int exponent =
          static_cast<int>(random() % (2U * static_cast<unsigned>(spread))) - spread;
      value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), exponent - 64);
    }
    if (round % 5 == 0) {
      values.push_back(-values[0]);
    }
    const double expected = full_sum(values);
    for (int order = 0; order < 4; ++order) {
      std::shuffle(values.begin(), values.end(), random);
      bool took_over = false;
      ASSERT_EQ(sum_with_takeover(values, took_over), expected);
      taken_over += took_over ? 1 : 0;
    }
  }
  EXPECT_GT(taken_over, 1000);
  EXPECT_LT(taken_over, 6000);
}

TEST(ExactTotal, WhatLeavesIsAsIfItHadNeverBeenThere) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> any(0.0, 1e3);
  for (int round = 0; round < 500; ++round) {
    std::vector<double> values(20);
    CompactSum total;
    CompactSum first_half;
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = any(random);
      const Binary x = take_apart(values[i]);
      ASSERT_TRUE(total.add(x.magnitude, x.exponent, x.minus));
      ASSERT_TRUE(i >= 10 || first_half.add(x.magnitude, x.exponent, x.minus));
    }
    ASSERT_TRUE(total.unmerge(first_half));
    values.erase(values.begin(), values.begin() + 10);
    EXPECT_EQ(nearest(total.units, total.exponent()), full_sum(values));
  }
}

TEST(ExactTotal, QuotientsAreRoundedOnce) {
  FullSum total;
  ASSERT_TRUE(total.add(10, 0, false));
  EXPECT_EQ((nearest_quotient<1>(total.units, total.exponent(), 3)), 10.0 / 3.0);
  EXPECT_EQ((nearest_quotient<2>(total.units, total.exponent(), 3)), 10.0 / 9.0);
  CompactSum compact;
  ASSERT_TRUE(compact.add(7, -60, true));
  EXPECT_EQ((nearest_quotient<1>(compact.units, compact.exponent(), 11)),
            -std::ldexp(7.0, -60) / 11.0);
  CompactSum tiny;
  ASSERT_TRUE(tiny.add(3, -1074, false));
  EXPECT_EQ((nearest_quotient<1>(tiny.units, tiny.exponent(), 2)), 2 * kTiny);
}

/// Against the naive formula where that is exact: small whole numbers.
TEST(ExactTotal, MomentsOfWholeNumbers) {
  std::mt19937_64 random(9);
  for (int round = 0; round < 2000; ++round) {
    CompactSum x;
    CompactSum y;
    CompactProducts xy;
    std::int64_t sum_x = 0;
    std::int64_t sum_y = 0;
    std::int64_t sum_xy = 0;
    const std::int64_t count = 1 + static_cast<std::int64_t>(random() % 20);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto a = static_cast<std::int64_t>(random() % 2001) - 1000;
      const auto b = static_cast<std::int64_t>(random() % 2001) - 1000;
      sum_x += a;
      sum_y += b;
      sum_xy += a * b;
      const Binary left = take_apart(a);
      const Binary right = take_apart(b);
      ASSERT_TRUE(x.add(left.magnitude, left.exponent, left.minus));
      ASSERT_TRUE(y.add(right.magnitude, right.exponent, right.minus));
      ASSERT_TRUE(xy.add(UInt128{left.magnitude} * right.magnitude, 0, left.minus != right.minus));
    }
    const double expected =
        static_cast<double>(count * sum_xy - sum_x * sum_y) / static_cast<double>(count * count);
    EXPECT_EQ(central_moment(x, y, xy, static_cast<std::uint64_t>(count)), expected);
    EXPECT_EQ(central_moment(x.widened<FullSum>(), y.widened<FullSum>(), xy.widened<FullProducts>(),
                             static_cast<std::uint64_t>(count)),
              expected);
  }
}

}  // namespace
}  // namespace fairmon::builtins::exact
