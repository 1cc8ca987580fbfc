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
                                              std::vector{DrawnTrigger{1, "trigger_0", "", ""}}, 2);
  Series& series = history->add_series(0, "=cmd()");
  series.append({0}, 0.25);
  series.append({1'500'000'000}, std::numeric_limits<double>::quiet_NaN());
  history->change_log([](EpisodeLog& log) { log.fire(1, {0}, "<b>too far</b>"); });
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

}  // namespace
}  // namespace fairmon::server
