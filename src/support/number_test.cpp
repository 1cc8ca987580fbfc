#include "support/number.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace fairmon::support {
namespace {

TEST(Number, TakesWholeTextsOnly) {
  EXPECT_EQ(parse_number<std::int64_t>("-12"), -12);
  EXPECT_EQ(parse_number<double>("2.5e3"), 2500.0);
  for (const char* text : {"", " 1", "1 ", "1x", "+1", "0x10", "--1"}) {
    EXPECT_EQ(parse_number<std::int64_t>(text), std::nullopt) << text;
  }
}

TEST(Number, TakesOnlyWhatFits) {
  EXPECT_EQ(parse_number<std::int64_t>("99999999999999999999"), std::nullopt);
  EXPECT_EQ(parse_number<std::uint32_t>("-1"), std::nullopt);
  for (const char* text : {"nan", "-nan", "inf", "-infinity", "1e999"}) {
    EXPECT_EQ(parse_number<double>(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace fairmon::support
