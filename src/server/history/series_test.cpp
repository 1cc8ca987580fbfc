#include "server/history/series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <random>
#include <thread>
#include <vector>

namespace fairmon::server {
namespace {

TEST(Series, ExtremesAgreeWithAFullScan) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> values(-1.0, 1.0);
  Series series(0, "s");
  for (int i = 0; i < 9'000; ++i) {
    const bool gap = i % 97 == 0;
    series.append({i}, gap ? std::numeric_limits<double>::quiet_NaN() : values(random));
  }
  std::uniform_int_distribution<std::size_t> places(0, 8'999);
  for (int round = 0; round < 2'000; ++round) {
    std::size_t begin = places(random);
    std::size_t end = places(random);
    if (begin > end) {
      std::swap(begin, end);
    }
    ++end;
    double smallest = std::numeric_limits<double>::infinity();
    double largest = -smallest;
    for (std::size_t i = begin; i < end; ++i) {
      if (!std::isnan(series.value(i))) {
        smallest = std::min(smallest, series.value(i));
        largest = std::max(largest, series.value(i));
      }
    }
    const Series::Extremes found = series.extremes(begin, end);
    if (std::isinf(smallest)) {
      EXPECT_TRUE(std::isnan(series.value(found.smallest)));
    } else {
      EXPECT_EQ(series.value(found.smallest), smallest) << begin << ".." << end;
      EXPECT_EQ(series.value(found.largest), largest) << begin << ".." << end;
    }
  }
}

TEST(Series, ManyAtOnceAreTheSameAsOneByOne) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> values(-1.0, 1.0);
  std::uniform_int_distribution<std::size_t> lengths(0, 400);
  Series single(0, "s");
  Series together(0, "s");
  std::int64_t time = 0;
  while (time < 20'000) {
    std::vector<std::int64_t> piece_times;
    std::vector<double> piece;
    for (std::size_t left = lengths(random); left > 0; --left) {
      const double value = time % 13 < 2 ? std::numeric_limits<double>::quiet_NaN()
                                         : std::round(values(random) * 8.0);
      single.append({time}, value);
      piece_times.push_back(time++);
      piece.push_back(value);
    }
    together.append(piece_times, piece);
    ASSERT_EQ(together.size(), single.size());
  }
  const std::size_t size = single.size();
  std::uniform_int_distribution<std::size_t> places(0, size - 1);
  for (int round = 0; round < 2'000; ++round) {
    const auto [begin, last] = std::minmax({places(random), places(random)});
    const Series::Extremes a = single.extremes(begin, last + 1);
    const Series::Extremes b = together.extremes(begin, last + 1);
    EXPECT_EQ(a.smallest, b.smallest);
    EXPECT_EQ(a.largest, b.largest);
  }
  std::size_t seen = 0;
  while (seen < size) {
    const Series::Stretch part = together.stretch(seen, size);
    ASSERT_FALSE(part.times.empty());
    ASSERT_EQ(part.times.size(), part.values.size());
    for (const std::int64_t ns : part.times) {
      ASSERT_EQ(ns, static_cast<std::int64_t>(seen++));
    }
  }
}

TEST(Series, FindsTimesByBisection) {
  Series series(0, "s");
  for (const int time : {1, 3, 3, 8}) {
    series.append({time}, 0.0);
  }
  EXPECT_EQ(series.lower_bound({0}, 4), 0U);
  EXPECT_EQ(series.lower_bound({3}, 4), 1U);
  EXPECT_EQ(series.lower_bound({4}, 4), 3U);
  EXPECT_EQ(series.lower_bound({9}, 4), 4U);
}

// Meant for the thread sanitizer: a reader follows a writer without locks and sees whole points.
TEST(Series, IsReadWhileItGrows) {
  Series series(0, "s");
  std::atomic<bool> done{false};
  std::thread reader([&] {
    while (!done.load()) {
      const std::size_t size = series.size();
      if (size == 0) {
        continue;
      }
      EXPECT_EQ(series.time(size - 1).ns, static_cast<std::int64_t>(size - 1));
      EXPECT_EQ(series.value(series.extremes(0, size).largest), static_cast<double>(size - 1));
    }
  });
  for (int i = 0; i < 30'000; ++i) {
    series.append({i}, i);
  }
  done.store(true);
  reader.join();
}

}  // namespace
}  // namespace fairmon::server
