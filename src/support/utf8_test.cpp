#include "support/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fairmon::support {
namespace {

TEST(Utf8, RoundTripsEveryCodePoint) {
  for (char32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    if (code_point == 0xD800) {
      code_point = 0xE000;
    }
    std::string text;
    append_utf8(text, code_point);
    const Decoded decoded = decode_utf8(text, 0);
    ASSERT_TRUE(decoded.ok);
    ASSERT_EQ(decoded.code_point, code_point);
    ASSERT_EQ(decoded.length, text.size());
  }
}

TEST(Utf8, RefusesMalformedBytes) {
  for (const std::string text : {
           "\x80",              // a continuation without a lead
           "\xC0\xAF",          // overlong
           "\xE0\x80\xAF",      // overlong
           "\xED\xA0\x80",      // surrogate
           "\xF4\x90\x80\x80",  // past the last code point
           "\xE2\x82",          // cut off
           "\xFF",
       }) {
    const Decoded decoded = decode_utf8(text, 0);
    EXPECT_FALSE(decoded.ok);
    EXPECT_EQ(decoded.length, 1U);
    EXPECT_EQ(find_malformed_utf8("ab" + text), 2U);
  }
  EXPECT_EQ(find_malformed_utf8("größe ≥ ε"), std::string::npos);
}

TEST(Utf8, WritesReplacementForNoCodePoint) {
  std::string text;
  append_utf8(text, 0xD800);
  append_utf8(text, 0x110000);
  EXPECT_EQ(text, "\uFFFD\uFFFD");
}

TEST(Utf8, CountsColumns) {
  EXPECT_EQ(count_code_points(""), 0U);
  EXPECT_EQ(count_code_points("aε€\U0001F600"), 4U);
  EXPECT_EQ(count_code_points("a\xFFz"), 3U);
}

TEST(Utf8, KnowsIdentifiers) {
  for (const char32_t letter : {U'a', U'Z', U'ä', U'ε', U'Δ', U'Ж', U'名'}) {
    EXPECT_TRUE(is_xid_start(letter));
    EXPECT_TRUE(is_xid_continue(letter));
  }
  for (const char32_t later : {U'0', U'_', U'\u0301', U'٣'}) {
    EXPECT_FALSE(is_xid_start(later));
    EXPECT_TRUE(is_xid_continue(later));
  }
  for (const char32_t other : {U' ', U'+', U'≥', U'€', U'→', U'\u00A0'}) {
    EXPECT_FALSE(is_xid_continue(other));
  }
}

}  // namespace
}  // namespace fairmon::support
