#include <gtest/gtest.h>

#include "sema/testing.hpp"

namespace fairmon::sema {
namespace {

using testing::Analysed;

std::string type_of(const std::string& text, const std::string& name) {
  const Analysed spec(text);
  EXPECT_FALSE(spec.diagnostics.has_errors()) << spec.messages();
  return spec.output(name).type.to_string();
}

TEST(Types, LiteralsDefault) {
  EXPECT_EQ(type_of("input a: Int8\noutput x @a := 1", "x"), "Int64");
  EXPECT_EQ(type_of("input a: Int8\noutput x @a := 1.5", "x"), "Float64");
  EXPECT_EQ(type_of("input a: Int8\noutput x := a + 1", "x"), "Int8");
  EXPECT_EQ(type_of("input a: UInt16\noutput x := x.last(or: 0) + a", "x"), "UInt16");
}

TEST(Types, IntegersWiden) {
  EXPECT_EQ(type_of("input a: Int64, b: Float64\noutput x := a + b", "x"), "Float64");
  EXPECT_EQ(type_of("input a: Int64\noutput x := a * 0.5", "x"), "Float64");
  EXPECT_EQ(type_of("input a: Int64\noutput x: Float64 := a", "x"), "Float64");
  EXPECT_EQ(type_of("input a: Int64\noutput x := sqrt(a)", "x"), "Float64");
  EXPECT_EQ(type_of("input a: Int64\noutput x := abs(3)+ a", "x"), "Int64");
}

TEST(Types, DivisionFollowsItsUse) {
  const std::string base = "input a: Int64, b: Int64\noutput x := a / b\n";
  EXPECT_EQ(type_of(base, "x"), "Int64");
  EXPECT_EQ(type_of(base + "trigger x > 0.5", "x"), "Float64");
  EXPECT_EQ(type_of(base + "trigger x > 5", "x"), "Int64");
  EXPECT_EQ(type_of(base + "output y: Prob := x", "x"), "Float64");
  EXPECT_EQ(type_of("input a: Int64, b: Int64\noutput x: Prob := a / b", "x"), "Prob");
}

TEST(Types, Probabilities) {
  const std::string base = "input p: Prob, q: Prob, x: Float64\n";
  EXPECT_EQ(type_of(base + "output y := p * q", "y"), "Prob");
  EXPECT_EQ(type_of(base + "output y := 1 - p", "y"), "Prob");
  EXPECT_EQ(type_of(base + "output y := p + q", "y"), "Float64");
  EXPECT_EQ(type_of(base + "output y := p - q", "y"), "Float64");
  EXPECT_EQ(type_of(base + "output y := p / q", "y"), "Float64");
  EXPECT_EQ(type_of(base + "output y := abs(p - q)", "y"), "Float64");
  EXPECT_EQ(type_of(base + "output y := p * 2", "y"), "Float64");
  EXPECT_EQ(type_of(base + "output y := p * 0.5", "y"), "Prob");
  EXPECT_EQ(type_of(base + "output y := p * x", "y"), "Float64");
  EXPECT_EQ(type_of(base + "output y := min(p, q)", "y"), "Prob");
  EXPECT_EQ(type_of(base + "output y := if p > 0.5 then p else q", "y"), "Prob");
  EXPECT_EQ(type_of(base + "output y: Prob := x", "y"), "Prob");
  EXPECT_EQ(type_of(base + "output y @1s := p.aggregate(over: 5s, using: sum)", "y"), "Float64");
  EXPECT_EQ(
      type_of(base + "output y @1s := p.aggregate(over: 5s, using: avg).defaults(to: 0)", "y"),
      "Prob");
}

TEST(Types, ClashesNameBothSides) {
  EXPECT_TRUE(Analysed("input a: Int64, b: UInt64\noutput x := a + b").has("type-mismatch"));
  EXPECT_TRUE(Analysed("input a: Int64, b: String\noutput x := a == b").has("type-mismatch"));
  EXPECT_TRUE(Analysed("input a: Int64\noutput x := a.offset(by: -1) + 1").has("optional-value"));
  EXPECT_TRUE(Analysed("input a: String\noutput x := a + 1").has("operand-type"));
  EXPECT_TRUE(Analysed("input a: Bool\noutput x := a < a").has("no-overload"));
}

}  // namespace
}  // namespace fairmon::sema
