#include "kafka/position.hpp"

#include <gtest/gtest.h>

namespace fairmon::kafka {

namespace {

Position sample() {
  Position position;
  position.places = {{"a", 0, 17, -5}, {"a b", 3, 0, 9}};
  position.rest = "more";
  return position;
}

}  // namespace

TEST(Position, ComesBackFromItsText) {
  const auto read = Position::from_text(sample().to_text());
  ASSERT_TRUE(read);
  ASSERT_EQ(read->places.size(), 2U);
  EXPECT_EQ(read->places[1].topic, "a b");
  EXPECT_EQ(read->places[1].partition, 3);
  EXPECT_EQ(read->places[0].next, 17);
  EXPECT_EQ(read->places[0].last_ns, -5);
  EXPECT_EQ(read->rest, "more");
}

TEST(Position, EveryTruncationAndOtherTextsAreNone) {
  const std::string text = sample().to_text();
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(Position::from_text(text.substr(0, size))) << size;
  }
  EXPECT_FALSE(Position::from_text(text + "x"));
  EXPECT_FALSE(Position::from_text("3 0 17"));
}

}  // namespace fairmon::kafka
