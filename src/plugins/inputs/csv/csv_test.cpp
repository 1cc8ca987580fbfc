#include <gtest/gtest.h>

#include "plugins/reading/source_test_kit.hpp"

namespace fairmon::plugins {
namespace inputs {
extern const InputPlugin csv;
}

namespace {

using testing::Inputs;
using testing::kNumberAndText;
using testing::Lines;
using testing::Options;
using testing::read_all;
using testing::Reading;
using testing::ReadSettings;
using testing::TemporaryFile;

Reading read(const std::string& content, const Inputs& inputs, const Options& options = {},
             const ReadSettings& settings = {}) {
  return testing::read_content(inputs::csv, content, inputs, options, settings);
}

TEST(Csv, ReadsEveryType) {
  const Inputs inputs = {
      {"b", Type::boolean()},          {"i", Type::integer(8)}, {"u", Type::unsigned_integer()},
      {"f", Type::floating()},         {"p", Type::prob()},     {"s", Type::string()},
      {"x", Type(TypeKind::Bytes, 0)}, {"t", Type::time()},     {"d", Type(TypeKind::Fixed, 32)}};
  const Reading result = read(
      "time,b,i,u,f,p,s,x,t,d\n"
      "0.5,true,-128,18446744073709551615,1e3,0.25,word,00fF,2024-01-31,1.50\n"
      "1.5,YES,127,0.0,-.5,1,\"a, \"\"b\"\"\",,,\n"
      "2,0,+1,+7,inf,0,#,#,#,#\n",
      inputs);
  EXPECT_EQ(result.error, "");
  ASSERT_EQ(result.lines.size(), 3U);
  EXPECT_EQ(result.lines[0],
            "0.5 b=true i=-128 u=18446744073709551615 f=1000 p=0.25 s=\"word\" x=00FF "
            "t=2024-01-31T00:00:00Z d=1.50");
  EXPECT_EQ(result.lines[1], "1.5 b=true i=127 u=0 f=-0.5 p=1 s=\"a, \"b\"\"");
  EXPECT_EQ(result.lines[2], "2 b=false i=1 u=7 f=inf p=0");
}

TEST(Csv, TrimsQuotesCarriageReturnsAndByteOrderMark) {
  const Reading result =
      read("\xef\xbb\xbf time , a ,\"s\"\r\n\r\n 1 , 2 ,\" x \"\r\n2,3,\"two\nlines\"\r\n3, # ,y",
           kNumberAndText);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.lines, (Lines{"1 a=2 s=\"x\"", "2 a=3 s=\"two\nlines\"", "3 s=\"y\""}));
}

TEST(Csv, LinesMayEndEitherWay) {
  const Inputs inputs = {{"a", Type::integer()}};
  EXPECT_EQ(read("time,a\r\n1,12\n2,34\r\n3,56\n4,78\n5,90\r\n", inputs).lines,
            (Lines{"1 a=12", "2 a=34", "3 a=56", "4 a=78", "5 a=90"}));
  EXPECT_EQ(read("time,a,s\r\n1,2,xy\n2,3,zw\r\n", kNumberAndText).lines,
            (Lines{"1 a=2 s=\"xy\"", "2 a=3 s=\"zw\""}));
}

TEST(Csv, FindsDelimiterAndQuote) {
  EXPECT_EQ(read("time;a;s\n0,5;1;'x;y'\n", kNumberAndText).lines, Lines{});
  EXPECT_EQ(read("time;a;s\n0.5;1;'x;y'\n", kNumberAndText).lines, (Lines{"0.5 a=1 s=\"x;y\""}));
  EXPECT_EQ(read("time\ta\ts\n0.5\t1\tx\n", kNumberAndText).lines, (Lines{"0.5 a=1 s=\"x\""}));
  EXPECT_EQ(read("time|a|s\n0.5|1|x,y\n", kNumberAndText).lines, (Lines{"0.5 a=1 s=\"x,y\""}));
  EXPECT_EQ(read("time,a,s\n1,2,\"x\"\n", kNumberAndText, {{"quote", "none"}}).lines,
            (Lines{"1 a=2 s=\"\"x\"\""}));
  EXPECT_EQ(read("time:a:s\n1:2:x\n", kNumberAndText, {{"delimiter", ":"}}).lines,
            (Lines{"1 a=2 s=\"x\""}));
}

TEST(Csv, MapsColumnsAndReadsFilesWithoutHeader) {
  EXPECT_EQ(read("when,n,t\n1,2,x\n", kNumberAndText,
                 {{"map", "a=n"}, {"map", "s=t"}, {"time-column", "when"}})
                .lines,
            (Lines{"1 a=2 s=\"x\""}));
  EXPECT_EQ(read("x,1,2\n", kNumberAndText, {{"columns", "s,time,a"}}).lines,
            (Lines{"1 a=2 s=\"x\""}));
  EXPECT_EQ(read("x,1,2\n", kNumberAndText, {{"columns", "s,when,a"}, {"time-column", "2"}}).lines,
            (Lines{"1 a=2 s=\"x\""}));
}

TEST(Csv, MissingValues) {
  EXPECT_EQ(read("time,a,s\n1,,\n2,NA,NA\n", kNumberAndText, {{"missing", "NA"}}).lines,
            (Lines{"1 s=\"\"", "2"}));
  EXPECT_EQ(read("time,a,s\n1,,\n", kNumberAndText, {{"empty-is-missing", ""}}).lines,
            (Lines{"1"}));
}

TEST(Csv, ReadsTimeFormats) {
  const Inputs inputs = {{"a", Type::integer()}};
  const auto times = [&](const std::string& rows, const std::string& format,
                         const ReadSettings& settings = {}) {
    const Reading result = read("time,a\n" + rows, inputs, {{"time-format", format}}, settings);
    EXPECT_EQ(result.error, "") << format;
    return result.lines;
  };
  EXPECT_EQ(times("1500000000,1\n", "relative-nanos"), Lines{"1.5 a=1"});
  EXPECT_EQ(times("1,1\n0.5,2\n", "offset"), (Lines{"1 a=1", "1.5 a=2"}));
  EXPECT_EQ(times("1700000000.5,1\n1700000001,2\n", "auto"), (Lines{"0 a=1", "0.5 a=2"}));
  EXPECT_EQ(times("1700000000500,1\n1700000001000,2\n", "auto"), (Lines{"0 a=1", "0.5 a=2"}));
  EXPECT_EQ(times("1700000000500000000,1\n1700000001000000000,2\n", "auto"),
            (Lines{"0 a=1", "0.5 a=2"}));
  EXPECT_EQ(times("2024-01-01T12:00:00Z,1\n2024-01-01T14:00:01+02:00,2\n", "auto"),
            (Lines{"0 a=1", "1 a=2"}));
  ReadSettings midnight;
  midnight.midnight = true;
  EXPECT_EQ(times("2024-01-01 00:00:10,1\n2024-01-02,2\n", "auto", midnight),
            (Lines{"10 a=1", "86400 a=2"}));
  EXPECT_EQ(times("12.5,1\n", "auto"), Lines{"12.5 a=1"});
  const Reading delayed = read("a\n1\n2\n", inputs, {{"input-delay", "250"}});
  EXPECT_EQ(delayed.lines, (Lines{"0.25 a=1", "0.5 a=2"}));
}

TEST(Csv, StopsAtABadRecordWithItsPlace) {
  const Reading result = read("time,a,s\n1,2,\"x\ny\"\n2,seven,z\n3,4,w\n", kNumberAndText);
  EXPECT_EQ(result.lines.size(), 1U);
  EXPECT_NE(result.error.find(":4:3: field `a` is `seven`: expected a whole number of type Int64"),
            std::string::npos)
      << result.error;
}

TEST(Csv, SkipsBadRecordsAndReportsThem) {
  ReadSettings skip;
  skip.on_bad = RecordPolicy::Skip;
  const Reading result = read("time,a,s\n1,2,x\n2,300,y\n3,4\nlater,5,z\n5,6,w\n",
                              {{"a", Type::integer(8)}, {"s", Type::string()}}, {}, skip);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.lines, (Lines{"1 a=2 s=\"x\"", "5 a=6 s=\"w\""}));
  ASSERT_EQ(result.reports.size(), 3U);
  EXPECT_NE(result.reports[0].find("out of range for Int8 (-128 to 127)"), std::string::npos);
  EXPECT_NE(result.reports[1].find(":4: this record has 2 fields, the header has 3"),
            std::string::npos)
      << result.reports[1];
  EXPECT_EQ(result.progress.bad_records, 3U);
}

TEST(Csv, LateRecords) {
  const std::string data = "time,a,s\n5,1,x\n4,2,y\n6,3,z\n";
  EXPECT_NE(read(data, kNumberAndText).error.find("this record is late"), std::string::npos);
  ReadSettings settings;
  settings.on_late = LatePolicy::Skip;
  EXPECT_EQ(read(data, kNumberAndText, {}, settings).lines,
            (Lines{"5 a=1 s=\"x\"", "6 a=3 s=\"z\""}));
  settings.on_late = LatePolicy::AcceptNow;
  EXPECT_EQ(read(data, kNumberAndText, {}, settings).lines,
            (Lines{"5 a=1 s=\"x\"", "5 a=2 s=\"y\"", "6 a=3 s=\"z\""}));
}

TEST(Csv, SaysWhatIsMissing) {
  const Inputs inputs = {{"score", Type::integer()}};
  EXPECT_NE(read("time,scores\n1,2\n", inputs).error.find("did you mean `scores`?"),
            std::string::npos);
  EXPECT_NE(read("when,score\n1,2\n", inputs).error.find("--time-column FIELD"), std::string::npos);
  EXPECT_NE(read("", inputs).error.find("the file is empty"), std::string::npos);
  EXPECT_NE(read("time,score\n1,\"2\n", inputs).error.find("never ends"), std::string::npos);
  EXPECT_NE(read_all(inputs::csv, {"no/such.csv"}, inputs).error.find("there is no file"),
            std::string::npos);
  EXPECT_NE(read("time,p\n1,1.5\n", {{"p", Type::prob()}}).error.find("between 0 and 1"),
            std::string::npos);
}

TEST(Csv, SaysWhatIsWrongWithAHeader) {
  const Inputs inputs = {{"score", Type::integer()}};
  EXPECT_NE(read("time,score\n1,2\n", inputs, {{"delimiter", ";"}})
                .error.find("--delimiter may be wrong"),
            std::string::npos);
  EXPECT_NE(read("1,2\n2,3\n", inputs).error.find("name the columns: --columns"),
            std::string::npos);
}

TEST(Csv, ReadsLongFilesInAnyBatchSize) {
  std::string content = "time,a,s\n";
  Lines expected;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = i % 97 == 0 ? "a \"\"quoted\"\", one" : "key" + std::to_string(i % 50);
    content += std::to_string(i) + "," + std::to_string(i * 7 - 50'000) + ",\"" + text + "\"\n";
    expected.push_back(std::to_string(i) + " a=" + std::to_string(i * 7 - 50'000) + " s=\"" +
                       (i % 97 == 0 ? "a \"quoted\", one" : text) + "\"");
  }
  for (const std::size_t rows : {1U, 64U, 1000U, 100'000U}) {
    ReadSettings settings;
    settings.batch_rows = rows;
    const Reading result = read(content, kNumberAndText, {}, settings);
    EXPECT_EQ(result.error, "");
    ASSERT_EQ(result.lines, expected) << rows;
  }
}

TEST(Csv, ReadsSeveralFilesAsOne) {
  const TemporaryFile first(".csv", "time,a,s\n1,2,x\n");
  const TemporaryFile second(".csv", "s,time,a\ny,3,4\n");
  EXPECT_EQ(read_all(inputs::csv, {first.path(), second.path()}, kNumberAndText).lines,
            (Lines{"1 a=2 s=\"x\"", "3 a=4 s=\"y\""}));
}

}  // namespace
}  // namespace fairmon::plugins
