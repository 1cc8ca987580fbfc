#include "syntax/format.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace fairmon::syntax {
namespace {

std::string formatted(std::string text) {
  const auto once = format(SourceFile("test.lola", std::move(text)));
  if (!once) {
    return "has mistakes";
  }
  EXPECT_EQ(format(SourceFile("test.lola", *once)), *once);
  return *once;
}

TEST(Format, ShortOnesStayOnOneLine) {
  EXPECT_EQ(formatted("input a:Int64,b  :Bool\noutput   x(i):Int64@1s:=a+f( b,-1 )*- 2\n"),
            "input a : Int64, b : Bool\noutput x(i) : Int64 @1s := a + f(b, -1) * - 2\n");
  EXPECT_EQ(formatted("output x eval when   a=b with !c\ntrigger  a>3\"m\""),
            "output x eval when a == b with !c\ntrigger a > 3 \"m\"\n");
  EXPECT_EQ(formatted("#[ plot , threshold = \"0.1\" ]   output x:=s [ -1 ] . defaults(to :0)"),
            "#[plot, threshold=\"0.1\"]\noutput x := s[-1].defaults(to: 0)\n");
  EXPECT_EQ(formatted("output x@ Global ( 1d ):=cast < Int64 , Float64 > ( a ) . 0 . 1"),
            "output x @Global(1d) := cast<Int64, Float64>(a).0.1\n");
}

TEST(Format, ClausesStandBelowOneAnother) {
  EXPECT_EQ(formatted("output x(i,j) spawn with (a,b) eval @a when a==i with b close @Local(2y)"),
            "output x(i, j)\n"
            "  spawn with (a, b)\n"
            "  eval @a when a == i with b\n"
            "  close @Local(2y)\n");
}

TEST(Format, LongOnesBreakAtOperatorsAndArguments) {
  EXPECT_EQ(formatted("output tp_rate_diff @Global(1d) := tp_ratio.aggregate(over_instances: all, "
                      "using: max).defaults(to: 0.0) - tp_ratio.aggregate(over_instances: all, "
                      "using: min).defaults(to: 0.0)"),
            "output tp_rate_diff @Global(1d) :=\n"
            "  tp_ratio.aggregate(over_instances: all, using: max).defaults(to: 0.0)\n"
            "  - tp_ratio.aggregate(over_instances: all, using: min).defaults(to: 0.0)\n");
  EXPECT_EQ(formatted("output tp_rate(r) spawn with group eval when event == \"RECIDIVISM\" with "
                      "prob(of: user_info(id).hold(or: (0, \"\")).0 > 6, given: user_info(id)"
                      ".hold(or: (0, \"\")).1 == r, prior: 0.5, confidence: 100.0)"),
            "output tp_rate(r)\n"
            "  spawn with group\n"
            "  eval when event == \"RECIDIVISM\"\n"
            "    with prob(of: user_info(id).hold(or: (0, \"\")).0 > 6,\n"
            "              given: user_info(id).hold(or: (0, \"\")).1 == r,\n"
            "              prior: 0.5,\n"
            "              confidence: 100.0)\n");
}

TEST(Format, CommentsAndEmptyLinesAreKept) {
  const std::string text =
      "// head\n"
      "\n"
      "input a : Int64 // the first\n"
      "\n"
      "// about x\n"
      "output x(i) // parameters\n"
      "  spawn with a // spawn\n"
      "  // evaluation\n"
      "  eval with a /* inline */ + 2\n"
      "// end\n";
  EXPECT_EQ(formatted(text), text);
  EXPECT_EQ(formatted("input a: Int64\n\n\n\ninput b: Int64"),
            "input a : Int64\n\ninput b : Int64\n");
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted("output x := "), "has mistakes");
}

TEST(Format, SeedsAreStable) {
  for (const auto& entry : std::filesystem::directory_iterator("tests/corpus/parse_fuzz")) {
    if (entry.path().extension() == ".lola") {
      std::ifstream stream(entry.path(), std::ios::binary);
      EXPECT_NE(formatted({std::istreambuf_iterator<char>(stream), {}}), "has mistakes")
          << entry.path();
    }
  }
}

}  // namespace
}  // namespace fairmon::syntax
