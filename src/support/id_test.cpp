#include "support/id.hpp"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace fairmon::support {
namespace {

struct StreamTag;
struct WindowTag;
using StreamId = Id<StreamTag>;
using WindowId = Id<WindowTag>;

static_assert(!std::is_convertible_v<StreamId, WindowId>);
static_assert(!std::is_convertible_v<int, StreamId>);

TEST(Id, DefaultNamesNothing) {
  EXPECT_FALSE(StreamId().valid());
  EXPECT_TRUE(StreamId(0).valid());
}

TEST(Id, ComparesAndHashes) {
  EXPECT_EQ(StreamId(3), StreamId(3));
  EXPECT_LT(StreamId(2), StreamId(3));
  const std::unordered_set<StreamId> set{StreamId(1), StreamId(1), StreamId(2)};
  EXPECT_EQ(set.size(), 2U);
}

TEST(IdVector, AppendsAndFinds) {
  IdVector<StreamId, std::string> names;
  const StreamId first = names.push_back("score");
  const StreamId second = names.emplace_back("rate");
  EXPECT_EQ(names[first], "score");
  EXPECT_EQ(names[second], "rate");
  EXPECT_FALSE(names.contains(StreamId()));
  std::vector<std::uint32_t> seen;
  for (const StreamId id : names.ids()) {
    seen.push_back(id.value);
  }
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1}));
}

TEST(IdVector, HoldsBooleans) {
  IdVector<WindowId, bool> flags(3);
  flags[WindowId(1)] = true;
  EXPECT_FALSE(flags[WindowId(0)]);
  EXPECT_TRUE(flags[WindowId(1)]);
}

}  // namespace
}  // namespace fairmon::support
