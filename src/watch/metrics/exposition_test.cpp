#include "watch/metrics/exposition.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fairmon::watch {

namespace {

const std::vector<MetricFamily> kFamilies = {
    {"a_gauge",
     MetricKind::Gauge,
     "a \"help\"\\\nof two lines",
     {{{{"name", "x\"\\\ny"}}, 0.1}, {{}, std::nan("")}}},
    {"a_counter", MetricKind::Counter, "counts", {{{}, 3.0}}},
    {"nothing", MetricKind::Gauge, "has no values", {}},
};

TEST(Exposition, PrometheusText) {
  EXPECT_EQ(exposition(kFamilies, ExpositionFormat::Prometheus),
            "# HELP a_gauge a \"help\"\\\\\\nof two lines\n"
            "# TYPE a_gauge gauge\n"
            "a_gauge{name=\"x\\\"\\\\\\ny\"} 0.1\n"
            "a_gauge NaN\n"
            "# HELP a_counter_total counts\n"
            "# TYPE a_counter_total counter\n"
            "a_counter_total 3\n");
}

TEST(Exposition, OpenMetrics) {
  const std::string text = exposition(kFamilies, ExpositionFormat::OpenMetrics);
  EXPECT_NE(text.find("# TYPE a_counter counter\na_counter_total 3\n# EOF\n"), std::string::npos);
  EXPECT_NE(text.find("# HELP a_gauge a \\\"help\\\""), std::string::npos);
}

TEST(Exposition, FormatIsWhatTheClientAccepts) {
  EXPECT_EQ(exposition_format("application/openmetrics-text;version=1.0.0,*/*;q=0.1"),
            ExpositionFormat::OpenMetrics);
  EXPECT_EQ(exposition_format("text/plain"), ExpositionFormat::Prometheus);
  EXPECT_EQ(exposition_format(""), ExpositionFormat::Prometheus);
}

}  // namespace

}  // namespace fairmon::watch
