#include <gtest/gtest.h>

#include "sema/testing.hpp"

/// Slips that people make, and that the first fix of the first message repairs completely.
namespace fairmon::sema {
namespace {

using testing::Analysed;

struct Slip {
  const char* name;
  const char* id;
  const char* text;
};

class FirstFix : public ::testing::TestWithParam<Slip> {};

TEST_P(FirstFix, MakesItCompile) {
  const Slip& slip = GetParam();
  const Analysed wrong(slip.text);
  ASSERT_EQ(wrong.diagnostics.count(Severity::Error), 1U) << wrong.messages();
  for (const Diagnostic& item : wrong.diagnostics.all()) {
    if (item.severity != Severity::Error) {
      continue;
    }
    EXPECT_EQ(item.id, slip.id);
    ASSERT_FALSE(item.fixes.empty()) << item.message;
    const auto text = apply_edits(slip.text, item.fixes.front().edits);
    ASSERT_TRUE(text.has_value());
    const Analysed fixed(*text);
    EXPECT_FALSE(fixed.diagnostics.has_errors()) << *text << "\n" << fixed.messages();
  }
}

constexpr Slip kSlips[] = {
    {"HoldForgottenAtTick", "pacing-mismatch", "input a: Float64\noutput x @1s := a * 2.0"},
    {"HoldForgottenForBool", "pacing-mismatch", "input a: Bool\noutput x @1s := !a"},
    {"HoldForgottenForText", "pacing-mismatch", "input a: String\ntrigger @1s a == \"x\" \"m\""},
    {"HoldForgottenForTuple", "pacing-mismatch",
     "input a: Int64\noutput t := (a, \"x\")\noutput x @1s := t.0"},
    {"EventsAndTicks", "pacing-mismatch",
     "input a: Int64\noutput p @1s := a.hold(or: 0)\noutput x := p + a"},
    {"TickInEventStream", "pacing-mismatch",
     "input a: Int64\noutput p @1s := 1\noutput x @a := a + p"},
    {"TwoInputs", "pacing-mismatch", "input a: Int64, b: Int64\noutput x @a := a + b"},
    {"FloatIntoProb", "type-mismatch",
     "input p: Prob, x: Float64\noutput y @1s := p.hold(or: x.hold(or: 0.5))"},
    {"FilteredTrigger", "filter-needed",
     "input a: Int64\noutput s eval when a > 0 with a\ntrigger s > 3 \"m\""},
    {"FilteredInstance", "filter-needed",
     "input id: Int64, v: Int64\noutput s(i) spawn with id eval when id == i with v\n"
     "output t(k) spawn with id eval with s(k)"},
    {"OnlyAccessHeld", "spawn-needed",
     "input a: Int64\noutput s spawn when a > 3 eval @a with a\noutput t := s"},
    {"HeldSelf", "dependency-cycle", "input a: Int64\noutput x @a := x.hold(or: 0) + 1"},
    {"MissingParameter", "instance-needed",
     "input id: Int64\noutput s(i) spawn with id eval when id == i with 1\n"
     "output t(i) spawn with id eval when id == i with s"},
    {"WindowWithoutPeriod", "frequency-needed",
     "input a: Int64\ntrigger a.aggregate(over: 1min, using: count) > 100 \"busy\""},
    {"OptionalIndex", "optional-value", "input a: Int64\noutput x := a - a[-1]"},
    {"OptionalHold", "optional-value", "input a: Int64\noutput x @1s := a.hold() + 1"},
    {"OptionalWindow", "optional-value",
     "input a: Float64\noutput x @1s := a.aggregate(over: 5s, using: avg) * 2.0"},
    {"SpawnWithoutValue", "parameters-without-spawn",
     "input id: Int64, g: String\noutput s(i, k) eval when id == i && k == g with 1"},
    {"UnsignedAndSigned", "type-mismatch",
     "input a: Int64\noutput n @1s := a.aggregate(over: 5s, using: count) + a.hold(or: 0)"},
    {"ComparedTwice", "type-mismatch",
     "input a: Float64\noutput gap := a > 0.1\ntrigger gap > 0.1 \"m\""},
    {"BitsForConditions", "operand-type", "input a: Bool, b: Bool\noutput x := a & b"},
    {"MisspeltInputInPacing", "unknown-name", "input score: Int64\noutput x @scor := score"},
};

INSTANTIATE_TEST_SUITE_P(Slips, FirstFix, ::testing::ValuesIn(kSlips),
                         [](const ::testing::TestParamInfo<Slip>& slip) {
                           return std::string(slip.param.name);
                         });

}  // namespace
}  // namespace fairmon::sema
