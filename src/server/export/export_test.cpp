#include "server/export/export.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fairmon::server {
namespace {

std::shared_ptr<RunHistory> small_history() {
  Panel panel;
  panel.id = "rate";
  panel.thresholds = {0.2};
  panel.triggers = {1};
  panel.streams.push_back({0, "rate", "Prob", "event", {"g"}});
  auto history = std::make_shared<RunHistory>(std::vector{panel},
                                              std::vector{DrawnTrigger{1, "trigger_0", "", ""}});
  Series& series = history->add_series(0, "=cmd()");
  series.append({0}, 0.25);
  series.append({1'500'000'000}, std::numeric_limits<double>::quiet_NaN());
  history->change_log(
      [](EpisodeLog& log) { log.fire(log.begin(1, "", {0}), {0}, "<b>too far</b>"); });
  history->set_reached({2'000'000'000});
  return history;
}

TEST(Export, TimesAreIsoAndNumbersPlain) {
  EXPECT_EQ(time_text({1'500'000'000}, std::nullopt), "1.5");
  EXPECT_EQ(time_text({1'500'000'000}, Timestamp{0}), "1970-01-01T00:00:01.5Z");
  EXPECT_EQ(time_text({-1}, Timestamp{0}), "1969-12-31T23:59:59.999999999Z");
  EXPECT_EQ(number_text(1e-7), "0.0000001");
  EXPECT_EQ(number_text(std::nan("")), "");
}

TEST(Export, CellsCannotBecomeFormulas) {
  EXPECT_EQ(csv_cell("plain"), "plain");
  EXPECT_EQ(csv_cell("a,\"b\""), "\"a,\"\"b\"\"\"");
  EXPECT_EQ(csv_cell("=1+2"), "\"'=1+2\"");
  EXPECT_EQ(csv_cell("@x"), "\"'@x\"");
}

TEST(Export, WritesEveryPointAndFiring) {
  RunSettings settings;
  settings.name = "n";
  settings.spec = "s";
  settings.plugin = "csv";
  settings.data_name = "d";
  const server::Run run("id", std::move(settings), small_history(), std::nullopt);
  const auto series = export_run(run, "series", "csv");
  ASSERT_TRUE(series.ok());
  EXPECT_EQ(series.value().body,
            "time,stream,instance,value\n0,rate,\"'=cmd()\",0.25\n1.5,rate,\"'=cmd()\",\n");
  const auto triggers = export_run(run, "triggers", "csv");
  EXPECT_EQ(triggers.value().body, "number,time,episode,text\n1,0,1,<b>too far</b>\n");
  EXPECT_FALSE(export_run(run, "series", "xml").ok());
  const std::string report = html_report(run);
  EXPECT_NE(report.find("&lt;b&gt;too far"), std::string::npos);
  EXPECT_EQ(report.find("<b>too far"), std::string::npos);
}

std::string report_of(std::shared_ptr<RunHistory> history) {
  RunSettings settings;
  settings.name = "n";
  settings.spec = "s";
  return html_report(server::Run("id", std::move(settings), std::move(history), std::nullopt));
}

constexpr std::int64_t kDay = 86'400'000'000'000;

/// A gap looked at every day for a hundred days; its trigger is number 1.
std::shared_ptr<RunHistory> daily_history(std::optional<double> level) {
  Panel panel;
  panel.id = "gap";
  panel.thresholds = {0.1};
  panel.triggers = {1};
  panel.streams.push_back({0, "gap", "Float64", "every 1 d", {}, level, Duration{kDay}});
  auto history = std::make_shared<RunHistory>(
      std::vector{panel},
      std::vector{DrawnTrigger{1, "trigger_0", "every 1 d", "gaps", level, Duration{kDay}}});
  history->add_series(0, "").append({kDay}, 0.25);
  history->set_reached({100 * kDay});
  return history;
}

TEST(Report, ShadesAsLongAsAViolationLastsAndSaysHowItStands) {
  auto history = daily_history(std::nullopt);
  history->change_log([](EpisodeLog& log) {
    const auto episode = log.begin(1, "", {20 * kDay});
    log.fire(episode, {20 * kDay}, "gaps");
    log.fire(episode, {30 * kDay}, "gaps");
    log.end(episode, {40 * kDay});
  });
  const std::string report = report_of(history);
  EXPECT_NE(report.find("width=\"180\" height=\"260\" fill=\"#b3152a\""), std::string::npos);
  EXPECT_NE(report.find("Kept at the end; violated in 1 episode"), std::string::npos);
  EXPECT_NE(report.find("<td>100 d</td>"), std::string::npos) << "no 8640000 seconds";
}

TEST(Report, AViolationNobodyJudgedSinceIsCalledThat) {
  auto history = daily_history(std::nullopt);
  history->change_log(
      [](EpisodeLog& log) { log.fire(log.begin(1, "", {20 * kDay}), {20 * kDay}, "gaps"); });
  const std::string report = report_of(history);
  EXPECT_NE(report.find("Violated when last judged, 20 d, since 20 d"), std::string::npos);
  EXPECT_NE(report.find("width=\"1.5\" height=\"260\" fill=\"#b3152a\""), std::string::npos);
}

TEST(Report, DrawsBandsAndHatchesWhatIsUndecided) {
  auto history = daily_history(0.95);
  Series& gap = *history->series().front();
  gap.lower()->append({kDay}, 0.05);
  gap.upper()->append({kDay}, 0.45);
  gap.trials().note({kDay}, 40);
  history->add_judgement({1, "", Judgement::Undecided, {kDay}});
  const std::string report = report_of(history);
  EXPECT_NE(report.find("fill=\"url(#undecided)\""), std::string::npos);
  EXPECT_NE(report.find("Undecided since 1 d</b>: gaps (level 0.95)"), std::string::npos);
  EXPECT_NE(report.find("0.25 [0.05, 0.45] (n = 40)"), std::string::npos);
  EXPECT_NE(report.find("opacity=\"0.16\""), std::string::npos);
}

}  // namespace
}  // namespace fairmon::server
