#include <fairmon/fairmon.hpp>
#include <fairmon/findings.hpp>
#include <gtest/gtest.h>

#include <string>

#include "report/build/build.hpp"
#include "report/build/statistics.hpp"
#include "report/collect/quarters.hpp"
#include "report/print/escape.hpp"
#include "report/print/render.hpp"

namespace fairmon::report {
namespace {

Spec compiled(std::string text) {
  const Compiled result = compile_with_findings(SourceFile("s.lola", std::move(text)));
  EXPECT_TRUE(result.spec.has_value()) << fairmon::render(result.diagnostics);
  return *result.spec;
}

constexpr const char* kParity =
    "input group: String\ninput hired: Bool\n"
    "use demographic_parity(group: group, decision: hired)\n";

/// One decision per second, of group `a`, `b`, … by letter; upper case: positive.
Collector collected(const Spec& spec, std::string_view decisions) {
  Collector collector(spec);
  MonitorOptions options;
  auto monitor = Monitor::create(spec, options);
  EXPECT_TRUE(monitor.ok());
  SinkContext context;
  context.symbols = monitor->symbols();
  context.selection = collector.selection();
  EXPECT_TRUE(collector.open(spec, context).ok());
  RunSummary summary;
  EventBatch events(spec.num_inputs(), decisions.size() + 1);
  std::int64_t second = 0;
  for (const char decision : decisions) {
    const std::size_t row = events.add_row({++second * 1'000'000'000});
    const bool positive = decision < 'a';
    const std::string group(1, static_cast<char>(positive ? decision + 32 : decision));
    events.set(row, 0, monitor->symbols()->intern(group));
    events.set(row, 1, positive ? 1 : 0);
  }
  if (!decisions.empty()) {
    VerdictBatch verdicts;
    EXPECT_TRUE(monitor->accept(events, verdicts).ok());
    EXPECT_TRUE(monitor->finish(verdicts).ok());
    EXPECT_TRUE(collector.write(verdicts).ok());
  }
  summary.num_events = decisions.size();
  summary.reached = {second * 1'000'000'000};
  EXPECT_TRUE(collector.close(summary).ok());
  return collector;
}

TEST(Statistics, FisherAndDeviationsHaveTheValuesOfTheBooks) {
  EXPECT_NEAR(fisher_two_sided({12, 40}, {48, 80}), 0.00340922176784918, 1e-14);
  EXPECT_NEAR(fisher_two_sided({1, 4}, {3, 4}), 0.485714285714286, 1e-14);
  EXPECT_EQ(fisher_two_sided({0, 0}, {3, 4}), 1.0);
  EXPECT_NEAR(*standard_deviations({12, 40}, {48, 80}), -3.0983866769659336, 1e-12);
  EXPECT_FALSE(standard_deviations({0, 4}, {0, 9}).has_value());
}

TEST(Statistics, OneDecisionFlipsTheSideOfARatio) {
  EXPECT_EQ(flips({8, 100}, {10, 100}, 0.8), std::optional(true));
  EXPECT_EQ(flips({400, 1000}, {800, 1000}, 0.8), std::optional(false));
  EXPECT_FALSE(flips({0, 10}, {0, 10}, 0.8).has_value());
}

TEST(Quarters, FollowTheCalendar) {
  Quarters quarters(Timestamp{0});
  EXPECT_EQ(Quarters::name(quarters.of({0})), "1970 Q1");
  EXPECT_EQ(Quarters::name(quarters.of({90LL * 86'400'000'000'000})), "1970 Q2");
  EXPECT_EQ(Quarters::name(quarters.of({89LL * 86'400'000'000'000})), "1970 Q1");
  EXPECT_EQ(Quarters::name(quarters.of({365LL * 86'400'000'000'000})), "1971 Q1");
  EXPECT_EQ(Quarters::name(quarters.of({-1})), "1969 Q4");
}

TEST(Requirements, KnowMeasureThresholdAndRates) {
  const auto one = requirements(compiled(kParity)).front();
  const Spec spec = compiled(kParity);
  EXPECT_EQ(spec.streams()[*one.measure].name, "demographic_parity_gap");
  EXPECT_EQ(spec.streams()[*one.rates].name, "demographic_parity_rate");
  EXPECT_EQ(one.comparison, GroupComparison::Difference);
  EXPECT_EQ(one.threshold, 0.1);
  EXPECT_TRUE(one.above && one.exclusive && !one.further_conditions);
}

TEST(Requirements, KnowRatiosSupportAndLevels) {
  const auto ratio = requirements(
      compiled("input group: String\ninput hired: Bool\n"
               "use disparate_impact(group: group, decision: hired, min_support: 20)\n"));
  EXPECT_EQ(ratio.front().comparison, GroupComparison::Ratio);
  EXPECT_FALSE(ratio.front().above);
  EXPECT_EQ(ratio.front().min_support, 20.0);
  const auto other = requirements(
      compiled("input group: String, hired: Bool\n"
               "output rate(g) spawn with group eval when group == g with prob(of: hired)\n"
               "output gap @group && hired :=\n"
               "  rate.aggregate(over_instances: all, using: max).defaults(to: 0.0)\n"
               "  - rate.aggregate(over_instances: all, using: min).defaults(to: 0.0)\n"
               "constant limit: Float64 := 0.2\n"
               "trigger certain(gap > limit, level: 0.9) \"differ\"\n"
               "trigger hired && gap > 0.3 \"also\"\ntrigger group == \"x\" \"odd\"\n"));
  EXPECT_NEAR(other[0].level.value_or(0.0), 0.9, 1e-12);
  EXPECT_EQ(other[0].threshold, 0.2);
  EXPECT_TRUE(other[1].further_conditions);
  EXPECT_FALSE(other[2].measure.has_value());
}

TEST(Requirements, LookThroughConditionsWithANameOfTheirOwn) {
  const auto levelled =
      requirements(compiled("input group: String\ninput hired: Bool\n"
                            "use demographic_parity(group: group, decision: hired, level: 0.9)\n"));
  EXPECT_EQ(levelled.front().comparison, GroupComparison::Difference);
  EXPECT_NEAR(levelled.front().level.value_or(0.0), 0.9, 1e-12);
  EXPECT_TRUE(levelled.front().rates.has_value());
  const auto named = requirements(
      compiled("input x: Float64\noutput twice := x * 2.0\noutput high := twice > 4.0\n"
               "trigger high \"high\"\n"));
  EXPECT_EQ(named.front().threshold, 4.0);
}

TEST(Report, AnswersByGroup) {
  const Spec spec = compiled(kParity);
  const Report report = build(collected(spec, "AAbbAAbbaBAb"), {});
  const Finding& finding = report.findings.front();
  EXPECT_EQ(finding.state, State::Violated);
  ASSERT_EQ(finding.groups.size(), 2U);
  EXPECT_EQ(finding.groups[0].name, "a");
  EXPECT_EQ(finding.groups[0].hits, 5U);
  EXPECT_EQ(finding.groups[0].trials, 6U);
  EXPECT_EQ(finding.groups[1].hits, 1U);
  EXPECT_DOUBLE_EQ(*finding.groups[1].ratio, 0.2);
  EXPECT_EQ(finding.sureness, Sureness::Undecided);
  EXPECT_EQ(finding.answer.size(), 3U);
  EXPECT_EQ(finding.thresholds.size(), 5U);
  EXPECT_EQ(finding.without.size(), 2U);
}

TEST(Report, SaysWhereAReaderStumbles) {
  const Spec spec = compiled(kParity);
  const auto notes = [&](std::string_view decisions) {
    std::string text;
    const Report report = build(collected(spec, decisions), {});
    for (const std::string& note : report.findings.front().notes) {
      text += note;
    }
    return text;
  };
  EXPECT_NE(notes("aabb").find("no positive decision at all"), std::string::npos);
  EXPECT_NE(notes("AAA").find("nothing to compare"), std::string::npos);
  const Report empty = build(collected(spec, ""), {});
  EXPECT_EQ(empty.findings.front().state, State::NeverJudged);
  EXPECT_NE(empty.warnings.front().find("no event at all"), std::string::npos);
  for (const std::string& text : {to_html(empty), to_markdown(empty), to_json(empty)}) {
    for (const char* number : {" nan", ">nan", ":nan", "NaN", "null,null", " inf"}) {
      EXPECT_EQ(text.find(number), std::string::npos) << number;
    }
  }
}

TEST(Report, IsOneFileThatRunsNothing) {
  const Spec spec = compiled(
      "input group: String\ninput hired: Bool\n"
      "use demographic_parity(group: group, decision: hired)\n"
      "// <script>alert(1)</script>\n");
  const std::string page = to_html(build(collected(spec, "AAbbABab"), {}));
  for (const char* word : {"<script", "http-equiv", "<link", "url(http", "<img", "@import"}) {
    EXPECT_EQ(page.find(word), std::string::npos) << word;
  }
  EXPECT_NE(page.find("&lt;script"), std::string::npos);
  EXPECT_LT(page.size(), 1'000'000U);
}

TEST(Report, LeavesPlotsOutRatherThanGrow) {
  const Spec spec = compiled(kParity);
  const Report report = build(collected(spec, std::string(3000, 'A') + std::string(500, 'b')), {});
  const std::string page = to_html(report, 20'000);
  EXPECT_NE(page.find("left out to keep this file small"), std::string::npos);
}

TEST(Markdown, OfTemplatesBecomesHtmlWithoutDanger) {
  EXPECT_EQ(markdown_as_html("# A\n\nb **c** `d`\ne"),
            "<h4>A</h4>\n<p>b <strong>c</strong> "
            "<code>d</code> e</p>\n");
  EXPECT_EQ(markdown_as_html("- a\n- b\n"), "<ul><li>a</li>\n<li>b</li>\n</ul>\n");
  EXPECT_EQ(markdown_as_html("[x](javascript:1) <b>"), "<p>x &lt;b&gt;</p>\n");
}

}  // namespace
}  // namespace fairmon::report
