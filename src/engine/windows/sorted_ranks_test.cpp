#include "engine/windows/sorted_ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>

namespace fairmon::engine {
namespace {

/// A sliding window of numbers against sorting them anew.
TEST(SortedRanks, FollowsASlidingWindow) {
  std::mt19937_64 random(17);
  for (const std::size_t length : {1U, 7U, 600U, 5000U}) {
    SortedRanks ranks;
    std::deque<std::uint64_t> window;
    for (int step = 0; step < 12'000; ++step) {
      // Stretches of rising, of few and of arbitrary numbers.
      const std::uint64_t rank = step % 3000 < 1000   ? static_cast<std::uint64_t>(step)
                                 : step % 3000 < 2000 ? random() % 5
                                                      : random();
      window.push_back(rank);
      ranks.insert(rank);
      if (window.size() > length) {
        ranks.erase(window.front());
        window.pop_front();
      }
      ASSERT_EQ(ranks.size(), window.size());
      if (step % 97 == 0) {
        std::vector<std::uint64_t> sorted(window.begin(), window.end());
        std::ranges::sort(sorted);
        for (std::size_t n = 0; n < sorted.size(); ++n) {
          ASSERT_EQ(ranks.nth(n), sorted[n]);
        }
      }
    }
    while (!window.empty()) {
      ranks.erase(window.back());
      window.pop_back();
    }
    EXPECT_EQ(ranks.size(), 0U);
  }
}

}  // namespace
}  // namespace fairmon::engine
