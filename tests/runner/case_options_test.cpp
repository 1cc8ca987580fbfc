#include "runner/case_options.hpp"

#include <gtest/gtest.h>

namespace fairmon::runner {
namespace {

TEST(Seconds, RoundTrip) {
  for (const char* text : {"0", "1", "0.5", "12.000000001", "-3.25", "86400"}) {
    const auto time = parse_seconds(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(seconds_text(*time), text);
  }
  for (const char* text : {"", "x", "1.0000000001", "1e3", "99999999999"}) {
    EXPECT_FALSE(parse_seconds(text)) << text;
  }
}

TEST(CaseOptions, ReadsKnownKeys) {
  const auto options = parse_options("# why\ntolerance = 0.5\nfinish = 10\nskip = \"later\"\n");
  ASSERT_TRUE(options);
  EXPECT_EQ(options->tolerance, 0.5);
  EXPECT_EQ(options->finish, Timestamp{10'000'000'000});
  EXPECT_EQ(options->skip, "later");
}

TEST(CaseOptions, NamesWhatItDoesNotKnow) {
  EXPECT_NE(parse_options("colour = 3").error().find("colour"), std::string::npos);
  EXPECT_FALSE(parse_options("lifecycle = maybe"));
  EXPECT_FALSE(parse_options("tolerance"));
}

}  // namespace
}  // namespace fairmon::runner
