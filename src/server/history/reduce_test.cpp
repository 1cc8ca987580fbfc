#include "server/history/reduce.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace fairmon::server {
namespace {

constexpr int kHeight = 400;

/// The rows a step line through the points touches in one pixel column.
struct Ink {
  int low = kHeight;
  int high = -1;
  friend bool operator==(const Ink&, const Ink&) = default;
};

int row_of(double value) { return static_cast<int>((value + 1.0) / 2.0 * kHeight); }

/// Draws a step line (each value holds until the next) into columns of the view.
std::vector<Ink> draw(const Points& points, double from, double to, std::uint32_t columns) {
  std::vector<Ink> picture(columns);
  const auto touch = [&](std::size_t column, double value) {
    Ink& ink = picture[column];
    ink.low = std::min(ink.low, row_of(value));
    ink.high = std::max(ink.high, row_of(value));
  };
  const auto column_of = [&](double time) {
    const double place = (time - from) / (to - from) * columns;
    return static_cast<std::int64_t>(std::floor(place));
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::int64_t begin = column_of(points.times[i]);
    const std::int64_t end =
        i + 1 < points.size() ? column_of(points.times[i + 1]) : std::int64_t{columns};
    for (std::int64_t c = std::max<std::int64_t>(begin, 0); c <= end && c < columns; ++c) {
      touch(static_cast<std::size_t>(c), points.values[i]);
    }
    // The riser joins the value before with this one.
    if (i > 0 && begin >= 0 && begin < columns) {
      touch(static_cast<std::size_t>(begin), points.values[i - 1]);
    }
  }
  return picture;
}

void fill(Series& series, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> step(0.0, 0.02);
  std::exponential_distribution<double> gap(1e-6);
  double value = 0.0;
  std::int64_t time = 0;
  for (std::size_t i = 0; i < count; ++i) {
    value = std::clamp(value + step(random), -0.99, 0.99);
    time += static_cast<std::int64_t>(gap(random)) + 1;
    series.append({time}, value);
  }
}

Points all_of(const Series& series) {
  Points points;
  for (std::size_t i = 0; i < series.size(); ++i) {
    points.add(series, i);
  }
  return points;
}

TEST(Reduce, ExactFramesDrawTheSamePixelsAsTheWholeCurve) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Series series(0, "s");
    fill(series, 40'000, seed);
    const Points whole = all_of(series);
    const double last = whole.times.back();
    for (const auto& [from, to] : {std::pair(0.0, last), std::pair(last * 0.2, last * 0.5),
                                   std::pair(last * 0.4, last * 0.41)}) {
      for (const std::uint32_t columns : {64U, 333U, 1000U}) {
        Points reduced;
        // Column borders of picture and reduction must be the same numbers.
        const Timestamp begin = from_seconds(from);
        const Timestamp end = from_seconds(to);
        reduce_exact(series, begin, end, columns, reduced);
        const auto expected = draw(whole, to_seconds(begin), to_seconds(end), columns);
        const auto drawn = draw(reduced, to_seconds(begin), to_seconds(end), columns);
        EXPECT_LE(reduced.size(), 4 * columns + 2);
        std::size_t different = 0;
        for (std::size_t c = 0; c < columns; ++c) {
          different += expected[c] == drawn[c] ? 0 : 1;
        }
        // A value within a nanosecond of a border may fall into the neighbouring column.
        EXPECT_LE(different, 1U) << from << ".." << to << " in " << columns;
      }
    }
  }
}

TEST(Reduce, QuickFramesLoseNoExtreme) {
  Series series(0, "s");
  fill(series, 20'000, 9);
  const Points whole = all_of(series);
  Points reduced;
  const std::int64_t width = quick_bucket({0}, series.time(series.size() - 1), 400);
  reduce_quick(series, {0}, width, reduced);
  EXPECT_LE(reduced.size(), 3U * 401U);
  const auto extremes = [](const Points& points) {
    return std::pair(*std::min_element(points.values.begin(), points.values.end()),
                     *std::max_element(points.values.begin(), points.values.end()));
  };
  EXPECT_EQ(extremes(reduced), extremes(whole));
  EXPECT_EQ(reduced.times.back(), whole.times.back());
  EXPECT_TRUE(std::is_sorted(reduced.times.begin(), reduced.times.end()));
}

TEST(Reduce, AValueThatHoldsLongIsTheLastOfItsBucket) {
  Series series(0, "s");
  series.append({0}, 0.0);
  series.append({1}, 5.0);
  series.append({2}, 1.0);
  series.append({1'000}, 2.0);
  Points points;
  reduce_quick(series, {0}, 4, points);
  EXPECT_EQ(points.values, (std::vector{0.0, 5.0, 1.0, 2.0}));
}

TEST(Reduce, BucketsArePowersOfTwoAndRoundDown) {
  EXPECT_EQ(quick_bucket({0}, {1'000}, 10), 128);
  EXPECT_EQ(quick_bucket({0}, {0}, 10), 1);
  EXPECT_EQ(bucket_begin({-1}, 8).ns, -8);
  EXPECT_EQ(bucket_begin({9}, 8).ns, 8);
}

TEST(Reduce, AnEmptyOrInvertedViewGivesNothing) {
  Series series(0, "s");
  Points points;
  reduce_exact(series, {0}, {10}, 100, points);
  series.append({5}, 1.0);
  reduce_exact(series, {10}, {0}, 100, points);
  EXPECT_EQ(points.size(), 0U);
}

}  // namespace
}  // namespace fairmon::server
