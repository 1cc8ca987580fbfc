#include <fairmon/fairmon.hpp>
#include <gtest/gtest.h>

namespace fairmon {
namespace {

Spec make_spec(std::string_view text) {
  const Compiled compiled = compile(SourceFile("spec.lola", std::string(text)));
  EXPECT_TRUE(compiled.spec.has_value()) << render(compiled.diagnostics);
  return *compiled.spec;
}

TEST(Panels, FollowTheTags) {
  const Spec spec = make_spec(
      "input a: Bool\n"
      "#[plot]\n"
      "#[threshold=\"0.1, 0.2\"]\n"
      "#[title=\"Rates\"]\n"
      "output p := a.prob()\n"
      "#[plot=\"other\"]\n"
      "#[unit=\"%\"]\n"
      "output q @1s := a.prob(over: 5s)\n"
      "#[plot=\"other\"]\n"
      "output r @1s := 1 - q\n"
      "trigger p > 0.5 \"untagged, reads one plotted stream\"\n"
      "trigger @1s q > r \"untagged, reads two\"\n"
      "#[plot=\"other\"]\n"
      "trigger p > 0.7 \"tagged\"\n");
  ASSERT_EQ(spec.panels().size(), 2U);
  const PanelInfo& first = spec.panels()[0];
  EXPECT_EQ(first.id, "p");
  EXPECT_EQ(first.title, "Rates");
  EXPECT_EQ(first.thresholds, (std::vector<double>{0.1, 0.2}));
  EXPECT_EQ(first.streams, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(first.triggers, (std::vector<std::uint32_t>{4}));
  const PanelInfo& second = spec.panels()[1];
  EXPECT_EQ(second.id, "other");
  EXPECT_EQ(second.unit, "%");
  EXPECT_EQ(second.streams, (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(second.triggers, (std::vector<std::uint32_t>{6}));
}

TEST(Panels, AStatementBelongsToTheStreamItIsAbout) {
  const Spec spec = make_spec(
      "input group: String, hit: Bool\n"
      "#[plot]\n"
      "output rate(g) spawn with group eval when group == g with prob(of: hit)\n"
      "#[plot]\n"
      "output gap @(group && hit) :=\n"
      "  rate.aggregate(over_instances: all, using: max).defaults(to: 0.0)\n"
      "  - rate.aggregate(over_instances: all, using: min).defaults(to: 0.0)\n"
      "trigger certain(gap > 0.1, level: 0.95) \"apart\"\n"
      "trigger certain(gap > 0.1, level: 0.95, recent: true) \"apart lately\"\n");
  ASSERT_EQ(spec.panels().size(), 2U);
  EXPECT_EQ(spec.panels()[0].id, "rate");
  EXPECT_TRUE(spec.panels()[0].triggers.empty());
  EXPECT_EQ(spec.panels()[1].id, "gap");
  EXPECT_EQ(spec.panels()[1].triggers.size(), 2U);
}

TEST(Streams, AreDescribedInTheUsersWords) {
  const Spec spec = make_spec(
      "input a: Int64\n"
      "input unused: Float64\n"
      "#[public]\n"
      "output x(i) spawn with a eval @90s with i\n"
      "#[debug]\n"
      "output y @Global(1d) := a.hold(or: 0)\n"
      "output z := a + 1\n"
      "trigger z > 3 \"high\"\n");
  EXPECT_EQ(spec.num_inputs(), 2U);
  EXPECT_TRUE(spec.input_schema().inputs[0].needed);
  EXPECT_FALSE(spec.input_schema().inputs[1].needed);
  const auto streams = spec.streams();
  EXPECT_EQ(streams[2].pacing, "every 90 s since its spawn");
  EXPECT_EQ(streams[2].verbosity, Verbosity::Public);
  EXPECT_TRUE(streams[2].spawned);
  EXPECT_EQ(streams[3].pacing, "every 1 d");
  EXPECT_TRUE(streams[3].debug);
  EXPECT_EQ(streams[4].pacing, "a");
  EXPECT_EQ(streams[5].name, "trigger_0");
  EXPECT_EQ(streams[5].message, "high");
  EXPECT_EQ(streams[5].verbosity, Verbosity::Violations);
  EXPECT_EQ(spec.find_stream("z"), 4U);
  EXPECT_FALSE(spec.find_stream("nobody").has_value());
}

}  // namespace
}  // namespace fairmon
