#include <fmt/format.h>
#include <gtest/gtest.h>

#include "plugins/reading/json/field_path.hpp"
#include "plugins/reading/source_test_kit.hpp"

namespace fairmon::plugins {
namespace inputs {
extern const InputPlugin jsonl;
}

namespace {

using testing::Inputs;
using testing::kNumberAndText;
using testing::Lines;
using testing::Options;
using testing::Reading;
using testing::ReadSettings;

Reading read(const std::string& content, const Inputs& inputs, const Options& options = {},
             const ReadSettings& settings = {}) {
  return testing::read_content(inputs::jsonl, content, inputs, options, settings);
}

TEST(JsonLines, ReadsEveryType) {
  const Inputs inputs = {
      {"b", Type::boolean()},  {"i", Type::integer(8)}, {"u", Type::unsigned_integer()},
      {"f", Type::floating()}, {"p", Type::prob()},     {"s", Type::string()},
      {"t", Type::time()}};
  const Reading result =
      read(R"({"time":0.5,"b":true,"i":-128,"u":18446744073709551615,"f":3,"p":0.5,)"
           R"("s":" # ","t":"2024-01-31"})"
           "\n"
           R"({"time":"1","b":"yes","i":"7","u":0,"f":"1e3","p":1,"s":"\u00e9\n","t":null})"
           "\n",
           inputs);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.lines, (Lines{"0.5 b=true i=-128 u=18446744073709551615 f=3 p=0.5 s=\" # \" "
                                 "t=2024-01-31T00:00:00Z",
                                 "1 b=true i=7 u=0 f=1000 p=1 s=\"é\n\""}));
}

TEST(JsonLines, ReachesIntoObjectsAndArrays) {
  const Reading result = read(
      R"({"meta":{"at":5},"v":[0,{"n":7}],"x.y":"q"})"
      "\n",
      kNumberAndText, {{"map", "a=v[1].n"}, {"map", "s=[\"x.y\"]"}, {"time-column", "meta.at"}});
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.lines, (Lines{"5 a=7 s=\"q\""}));
}

TEST(JsonLines, MembersMayChangePlacesAndSpelling) {
  const Reading result = read(R"({"time":1,"a":1,"s":"x"})"
                              "\n"
                              R"({"s":"y","time":2,"b":0,"a":2})"
                              "\n"
                              R"({"s":"z","\u0074ime":3,"bb":0,"\u0061":3})"
                              "\n"
                              R"({"s":"w","time":4,"b\"":0,"a":4,"more":[1,{"a":5}]})"
                              "\n"
                              R"({"s":"v","time":5})"
                              "\n",
                              kNumberAndText);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.lines, (Lines{"1 a=1 s=\"x\"", "2 a=2 s=\"y\"", "3 a=3 s=\"z\"", "4 a=4 s=\"w\"",
                                 "5 s=\"v\""}));
}

TEST(JsonLines, NumbersOfAnySize) {
  const Inputs inputs = {{"u", Type::unsigned_integer()}, {"f", Type::floating()}};
  EXPECT_EQ(read("{\"time\":1,\"u\":18446744073709551615,\"f\":1e-3}\n"
                 "{\"time\":2,\"u\":0,\"f\":123456789012345678901234567890}\n",
                 inputs)
                .lines,
            (Lines{"1 u=18446744073709551615 f=0.001", "2 u=0 f=123456789012345680000000000000"}));
}

TEST(JsonLines, SaysWhatIsWrong) {
  const auto error = [&](const std::string& line) {
    return read("{\"time\":1,\"a\":1,\"s\":\"\"}\n" + line + "\n", kNumberAndText).error;
  };
  EXPECT_NE(error(R"({"time":2,"a":1.5,"s":"x"})").find(":2:"), std::string::npos);
  EXPECT_NE(error(R"({"time":2,"a":true,"s":"x"})").find("found a Boolean"), std::string::npos);
  EXPECT_NE(error(R"({"time":2,"a":[1],"s":"x"})").find("choose an element"), std::string::npos);
  EXPECT_NE(error(R"({"a":1,"s":"x"})").find("has no time"), std::string::npos);
  EXPECT_NE(error(R"({"time":2,"a":1)").find("not valid JSON"), std::string::npos);
  EXPECT_NE(error("[1]").find("expected a JSON object"), std::string::npos);
  EXPECT_NE(error(R"({"time":0,"a":1,"s":""})").find("late"), std::string::npos);
}

TEST(JsonLines, NoticesMisspeltFields) {
  const std::string data = "{\"time\":1,\"aa\":1,\"s\":\"x\"}\n";
  EXPECT_NE(read(data, kNumberAndText).error.find("did you mean `aa`?"), std::string::npos);
  EXPECT_EQ(read(data, kNumberAndText, {{"allow-absent", ""}}).lines, (Lines{"1 s=\"x\""}));
}

TEST(JsonLines, SkipsBadRecords) {
  ReadSettings skip;
  skip.on_bad = RecordPolicy::Skip;
  std::string content;
  Lines expected;
  for (int i = 0; i < 5000; ++i) {
    const std::string number = std::to_string(i);
    if (i % 10 == 3) {
      content += "{\"time\":" + number + ",\"a\":\"no\",\"s\":\"x\"}\n";
    } else {
      content += fmt::format("{{\"time\":{0},\"a\":{0},\"s\":\"x\"}}\r\n", number);
      expected.push_back(fmt::format("{0} a={0} s=\"x\"", number));
    }
  }
  for (const std::size_t rows : {1U, 1000U}) {
    skip.batch_rows = rows;
    const Reading result = read(content, kNumberAndText, {}, skip);
    EXPECT_EQ(result.lines, expected);
    EXPECT_EQ(result.progress.bad_records, 500U);
  }
}

TEST(FieldPath, ReadsAndRefuses) {
  using plugins::parse_path;
  using plugins::PathStep;
  EXPECT_EQ(parse_path("a.b[0].c").value(), (std::vector<PathStep>{"a", "b", std::size_t{0}, "c"}));
  EXPECT_EQ(parse_path("[\"a.b\"][2]").value(), (std::vector<PathStep>{"a.b", std::size_t{2}}));
  for (const char* text : {"", ".a", "a.", "a..b", "a[", "a[x]", "a[]", "[\"a"}) {
    EXPECT_FALSE(parse_path(text).ok()) << text;
  }
}

}  // namespace
}  // namespace fairmon::plugins
