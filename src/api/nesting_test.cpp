// However deep a specification is nested, every tool on it ends with a message or a result.
#include <fairmon/spec.hpp>
#include <fairmon/tooling.hpp>
#include <gtest/gtest.h>

#include <string>

namespace fairmon {
namespace {

constexpr std::size_t kDeep = 30'000;
constexpr std::size_t kLong = 100'000;

std::string repeat(std::string_view part, std::size_t count = kDeep) {
  std::string text;
  text.reserve(part.size() * count);
  for (std::size_t i = 0; i < count; ++i) {
    text += part;
  }
  return text;
}

struct Shape {
  const char* name;
  std::string declaration;
};

std::vector<Shape> shapes() {
  return {
      {"parentheses", "output x := " + repeat("(") + "a" + repeat(")")},
      {"negations", "output x := " + repeat("!") + "b"},
      {"signs", "output x := " + repeat("- ") + "a"},
      {"else branches", "output x := " + repeat("if b then 1 else ") + "a"},
      {"then branches", "output x := " + repeat("if b then ") + "a" + repeat(" else 1")},
      {"calls", "output x := " + repeat("abs(") + "a" + repeat(")")},
      {"methods", "output x := a" + repeat(".abs()")},
      {"components", "output x := a" + repeat(".0")},
      {"offsets", "output x := a" + repeat("[-1]")},
      {"substitutes", "output x := " + repeat("a.hold(or: ") + "1" + repeat(")")},
      {"tuples", "output x := " + repeat("(") + "a" + repeat(", 1)")},
      {"tuple types", "output x: " + repeat("(") + "Int64" + repeat(", Int64)") + " := a"},
      {"sums", "output x := a" + repeat(" + a", kLong)},
      {"conjunctions", "output x := b" + repeat(" && b", kLong)},
      {"implications", "output x := b" + repeat(" -> b")},
      {"powers", "output x := a" + repeat(" ** a")},
      {"probabilities", "output x := " + repeat("prob(of: ") + "b" + repeat(")")},
      {"activation brackets", "output x @" + repeat("(") + "a" + repeat(")") + " := a"},
      {"activations", "output x @(a" + repeat(" && a") + ") := a"},
      {"lambdas", "output x := s.aggregate(over_instances: all(where: " + repeat("y => ") +
                      "b), using: count)"},
  };
}

bool refused_as_too_deep(const Compiled& compiled) {
  for (const Diagnostic& diagnostic : compiled.diagnostics.all()) {
    if (diagnostic.id == "nesting-too-deep") {
      return !compiled.spec;
    }
  }
  return false;
}

TEST(Nesting, TooDeepIsSaidSo) {
  for (const Shape& shape : shapes()) {
    const SourceFile source("deep.lola",
                            "input a: Int64\ninput b: Bool\n"
                            "output s(i) spawn with a eval when a == i with a\n" +
                                shape.declaration + "\n");
    EXPECT_TRUE(refused_as_too_deep(compile(source))) << shape.name;
    EXPECT_TRUE(dump_stage(source, "ast").ok()) << shape.name;
    // A text that does not parse is not rewritten; what matters is that this ends.
    (void)format_specification(source);
  }
}

TEST(Nesting, WhatIsAllowedPassesEveryStage) {
  const std::string declarations =
      "output x := a" + repeat(" + a", 900) + "\noutput y := " + repeat("(", 200) + "a" +
      repeat(" * a)", 200) + "\noutput z := " + repeat("if b then 1 else ", 200) + "a\n";
  const SourceFile source("deep.lola", "input a: Int64\ninput b: Bool\n" + declarations);
  const Compiled compiled = compile(source);
  ASSERT_TRUE(compiled.spec);
  for (const char* stage : {"ast", "types", "pacing", "layers", "ir", "plan"}) {
    EXPECT_TRUE(dump_stage(source, stage).ok()) << stage;
  }
}

TEST(Nesting, LongChainsOfStreamsAndMirrors) {
  std::string text = "input a: Int64\ninput b: Bool\noutput x0 := a\n";
  for (int i = 1; i < 5000; ++i) {
    text += "output x" + std::to_string(i) + " := x" + std::to_string(i - 1) + " + 1\n";
  }
  EXPECT_TRUE(compile(SourceFile("chain.lola", text)).spec);
  text = "input b: Bool\n";
  for (int i = 0; i < 5000; ++i) {
    text += "output m" + std::to_string(i) + " mirrors m" + std::to_string(i + 1) + " when b\n";
  }
  text += "output m5000 := b\n";
  EXPECT_TRUE(refused_as_too_deep(compile(SourceFile("mirrors.lola", text))));
}

}  // namespace
}  // namespace fairmon
