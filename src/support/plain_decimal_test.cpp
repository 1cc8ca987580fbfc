#include "support/plain_decimal.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace fairmon::support {
namespace {

bool read(const std::string& text, PlainDecimal& out) {
  const std::string padded = "9.,\n87654321-.5,x" + text;
  return read_plain_decimal(padded.data() + padded.size() - text.size(),
                            padded.data() + padded.size(), out);
}

TEST(PlainDecimal, ReadsEveryLengthAndPointPosition) {
  std::mt19937 random(7);
  for (unsigned digits = 1; digits <= 15; ++digits) {
    for (unsigned fraction = 0; fraction <= digits; ++fraction) {
      std::string text;
      std::uint64_t value = 0;
      for (unsigned i = 0; i < digits; ++i) {
        const auto digit = static_cast<unsigned>(random() % 10);
        value = value * 10 + digit;
        text += static_cast<char>('0' + digit);
      }
      text.insert(digits - fraction, fraction > 0 ? "." : "");
      for (const std::string sign : {"", "-", "+"}) {
        PlainDecimal out;
        ASSERT_TRUE(read(sign + text, out)) << sign + text;
        EXPECT_EQ(out.mantissa, value) << text;
        EXPECT_EQ(out.fraction_digits, fraction) << text;
        EXPECT_EQ(out.negative, sign == "-");
      }
    }
  }
}

TEST(PlainDecimal, LeavesEverythingElseToOthers) {
  for (const std::string text : {"", "-", "+", ".", "-.", "1e5", "1 ", " 1", "1..2", "1.2.3", "a",
                                 "12345678901234567", "1/2", "1:2", "0x1", "1234567890.12345678"}) {
    PlainDecimal out;
    EXPECT_FALSE(read(text, out)) << text;
  }
}

}  // namespace
}  // namespace fairmon::support
