#include "ledger/json/canonical.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <limits>

namespace fairmon::ledger {

namespace {

std::string number(double value) {
  std::string out;
  append_canonical_number(out, value);
  return out;
}

}  // namespace

// From the appendix of RFC 8785.
TEST(Canonical, NumbersAsJavaScriptPrintsThem) {
  const std::pair<std::uint64_t, const char*> cases[] = {
      {0x0000000000000000, "0"},
      {0x8000000000000000, "0"},
      {0x0000000000000001, "5e-324"},
      {0x8000000000000001, "-5e-324"},
      {0x7fefffffffffffff, "1.7976931348623157e+308"},
      {0x4340000000000000, "9007199254740992"},
      {0xc340000000000000, "-9007199254740992"},
      {0x4430000000000000, "295147905179352830000"},
      {0x44b52d02c7e14af5, "9.999999999999997e+22"},
      {0x44b52d02c7e14af6, "1e+23"},
      {0x444b1ae4d6e2ef4e, "999999999999999700000"},
      {0x444b1ae4d6e2ef50, "1e+21"},
      {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
      {0x3eb0c6f7a0b5ed8d, "0.000001"},
      {0x41b3de4355555553, "333333333.3333332"},
      {0x41b3de4355555557, "333333333.33333343"},
      {0xbecbf647612f3696, "-0.0000033333333333333333"},
      {0x43143ff3c1cb0959, "1424953923781206.2"},
  };
  for (const auto& [bits, text] : cases) {
    EXPECT_EQ(number(std::bit_cast<double>(bits)), text);
  }
  EXPECT_EQ(number(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(number(std::nan("")), "null");
}

TEST(Canonical, TheExampleOfTheStandard) {
  const auto value = nlohmann::json::parse(R"({
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]})");
  EXPECT_EQ(canonical(value),
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
            "\"string\":\"\xe2\x82\xac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
}

TEST(Canonical, MembersInTheOrderOfUtf16) {
  const auto value = nlohmann::json::parse(
      R"({"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7})");
  EXPECT_EQ(canonical(value),
            "{\"\\r\":2,\"1\":4,\"\xc2\x80\":6,\"\xc3\xb6\":7,\"\xe2\x82\xac\":1,"
            "\"\xf0\x9f\x98\x80\":5,\"\xef\xac\xb3\":3}");
}

TEST(Canonical, OtherFormsAreRefused) {
  EXPECT_TRUE(read_canonical(R"({"a":1,"b":[0.5,"x"]})"));
  for (const char* text :
       {R"({"b":1,"a":2})", R"({"a": 1})", R"({"a":1.0})", R"({"a":1,"a":1})", R"({"a":"\u0041"})",
        R"({"a":9007199254740993})", R"({"a":1} )", "{\"a\":\"\xff\"}", "", "nonsense"}) {
    EXPECT_FALSE(read_canonical(text)) << text;
  }
  EXPECT_FALSE(read_canonical(std::string(100, '[') + std::string(100, ']')));
  EXPECT_FALSE(read_canonical(std::string(100000, '[')));
}

TEST(Canonical, WhatDoesNotFitIntoADoubleIsAText) {
  std::string out;
  append_canonical_integer(out, -9007199254740993);
  append_canonical_count(out, 18446744073709551615U);
  append_canonical_integer(out, 9007199254740992);
  EXPECT_EQ(out, "\"-9007199254740993\"\"18446744073709551615\"9007199254740992");
}

TEST(Canonical, BytesThatAreNoTextAreMarked) {
  std::string out;
  append_canonical_text(out, "a\xff\xc3");
  EXPECT_EQ(out, "\"a\xef\xbf\xbd\xef\xbf\xbd\"");
}

}  // namespace fairmon::ledger
