#include <fairmon/fairmon.hpp>
#include <fairmon/tooling.hpp>
#include <gtest/gtest.h>

namespace fairmon {
namespace {

constexpr std::string_view kText =
    "input id: Int64\n"
    "input ok: Bool\n"
    "output rate(i) spawn with id eval @(id && ok) when id == i with prob(of: ok)\n"
    "output recent @1s := ok.aggregate(over: 10s, using: count)\n"
    "output middle @1s := id.aggregate(over: 10s, using: median).defaults(to: 0)\n"
    "trigger recent > 3 \"busy\"\n";

SourceFile source() { return SourceFile("spec.lola", std::string(kText)); }

const StreamAnalysis& row(const SpecAnalysis& analysis, std::string_view name) {
  for (const StreamAnalysis& stream : analysis.streams) {
    if (stream.name == name) {
      return stream;
    }
  }
  throw std::out_of_range(std::string(name));
}

// Where the name of a stream stands in a picture.
int across(const std::string& svg, const std::string& name) {
  const std::size_t end = svg.find(">" + name + "</text>");
  const std::size_t begin = svg.rfind("x=\"", end) + 3;
  return std::stoi(svg.substr(begin, svg.find('"', begin) - begin));
}

TEST(Analyze, BoundsMemoryAndNamesWhatGrows) {
  const SpecAnalysis analysis = analyze(*compile(source()).spec);
  EXPECT_EQ(row(analysis, "rate").growth, "one instance per i, never closed");
  EXPECT_EQ(row(analysis, "recent").growth, "");
  // Ten panes and the one being filled, a count and a time each, and the value itself.
  EXPECT_EQ(row(analysis, "recent").bytes_per_instance, 16U + 12U * 16U);
  EXPECT_NE(row(analysis, "middle").growth.find("median needs them all"), std::string::npos);
  EXPECT_EQ(row(analysis, "trigger_0").reads, (std::vector<std::string>{"recent"}));
  EXPECT_NE(analysis_json(analysis).find("\"bytesPerInstance\": 208"), std::string::npos);
}

TEST(Analyze, DeadlinesThatAreNoWholeNanosecondsApartHaveNoPanes) {
  const SourceFile text("spec.lola",
                        "input a : Int64\n"
                        "output b @7Hz := a.aggregate(over: 1h, using: sum)\n");
  const SpecAnalysis analysis = analyze(*compile(text).spec);
  constexpr std::uint64_t kSmall = 1000;
  EXPECT_LT(row(analysis, "b").bytes_per_instance, kSmall);
  EXPECT_NE(row(analysis, "b").growth.find("no whole number of nanoseconds"), std::string::npos);
}

TEST(DependencyGraph, FoldsHelpersIntoTheirStream) {
  const Spec spec = *compile(source()).spec;
  const std::string dot = dependency_graph_dot(spec);
  EXPECT_NE(dot.find("\"ok\" -> \"rate\""), std::string::npos);
  EXPECT_NE(dot.find("\"ok\" -> \"recent\" [label=\"window\", style=dashed]"), std::string::npos);
  EXPECT_EQ(dot.find("hits"), std::string::npos);
  const std::string svg = dependency_graph_svg(spec);
  EXPECT_EQ(svg.substr(0, 4), "<svg");
  ASSERT_NE(svg.find(">trigger_0</text>"), std::string::npos);
  EXPECT_LT(across(svg, "id"), across(svg, "rate"));
  EXPECT_LT(across(svg, "ok"), across(svg, "recent"));
  EXPECT_LT(across(svg, "recent"), across(svg, "trigger_0"));
}

TEST(DumpStage, KnowsEveryStage) {
  for (const char* stage : {"tokens", "ast", "types", "pacing", "layers", "ir", "plan"}) {
    const auto text = dump_stage(source(), stage);
    ASSERT_TRUE(text.ok()) << stage;
    EXPECT_NE(text.value().find("rate"), std::string::npos) << stage;
  }
  EXPECT_EQ(dump_stage(SourceFile("tree.lola", "output x @a := -a[-1] + f(b: 2)"), "ast").value(),
            "output x 0..31\n"
            "  eval 9..31\n"
            "    pacing 9..11\n"
            "      name a 10..11\n"
            "    with\n"
            "      binary + 15..31\n"
            "        unary - 15..21\n"
            "          index 16..21\n"
            "            name a 16..17\n"
            "            number -1 18..20\n"
            "        call f 24..31\n"
            "          argument b\n"
            "            number 2 29..30\n");
  EXPECT_NE(dump_stage(source(), "plan").value().find("rate.hits.1: one instance, looked up"),
            std::string::npos);
  EXPECT_EQ(dump_stage(source(), "soup").error().code, ErrorCode::Usage);
  EXPECT_EQ(dump_stage(SourceFile("bad.lola", "output x := y"), "ir").error().code,
            ErrorCode::Specification);
}

TEST(ScaleWindows, ChangesEveryWindowAndNothingElse) {
  const auto half =
      scale_windows(SourceFile("windows.lola",
                               "input a: Float64\ninput b: Bool\n"
                               "output p(x) spawn with a eval when a == x with b\n"
                               "output m @1min := a.aggregate(over: 30d, using: avg)\n"
                               "output n := a.aggregate(over_discrete: 5, using: sum)\n"
                               "output c @1s := a.count(3s) + a.offset(by: -2)\n"
                               "output r := b.prob(over: (1.5h))\n"
                               "output q mirrors m when m > 1.0\n"
                               "trigger @1s b.exists(over: 8s) \"gone for 8s\"\n"),
                    0.5);
  ASSERT_TRUE(half.has_value());
  std::string told;
  for (const ScaledWindow& window : half->windows) {
    told += window.length + ">" + window.scaled;
    for (const std::string& stream : window.streams) {
      told += " " + stream;
    }
    told += ";";
  }
  EXPECT_EQ(told, "30d>15d m q;5>3 n;3s>1.5s c;1.5h>0.75h r;8s>4s trigger_0;");
  EXPECT_NE(half->text.find("over: 15d"), std::string::npos) << half->text;
  EXPECT_NE(half->text.find("prob(over: (0.75h))"), std::string::npos) << half->text;
  EXPECT_NE(half->text.find("gone for 8s"), std::string::npos) << half->text;
  EXPECT_FALSE(scale_windows(SourceFile("bad.lola", "output := "), 2.0).has_value());
}

}  // namespace
}  // namespace fairmon
