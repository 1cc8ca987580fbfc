#include "sema/graph.hpp"

#include <gtest/gtest.h>

namespace fairmon::sema {
namespace {

TEST(Graph, PartsComeAfterWhatTheyPointTo) {
  // 0 → 1 ⇄ 2 → 3, and 4 alone.
  const auto parts = connected_parts({{1}, {2}, {1, 3}, {}, {}});
  const std::vector<std::vector<std::uint32_t>> expected = {{3}, {1, 2}, {0}, {4}};
  EXPECT_EQ(parts, expected);
}

TEST(Graph, LongChainsNeedNoStack) {
  constexpr std::uint32_t kLength = 200'000;
  std::vector<std::vector<std::uint32_t>> chain(kLength);
  for (std::uint32_t i = 0; i + 1 < kLength; ++i) {
    chain[i] = {i + 1};
  }
  EXPECT_EQ(connected_parts(chain).size(), kLength);
  chain.back() = {0};
  EXPECT_EQ(connected_parts(chain).size(), 1U);
}

}  // namespace
}  // namespace fairmon::sema
