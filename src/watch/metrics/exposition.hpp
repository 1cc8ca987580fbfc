#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairmon::watch {

enum class MetricKind : std::uint8_t { Gauge, Counter };

/// One value with its labels.
struct MetricSample {
  std::vector<std::pair<std::string, std::string>> labels;
  double value = 0.0;
};

/// All values of one name. Names of counters stand without their `_total`.
struct MetricFamily {
  std::string name;
  MetricKind kind = MetricKind::Gauge;
  std::string help;
  std::vector<MetricSample> samples;
};

enum class ExpositionFormat : std::uint8_t { Prometheus, OpenMetrics };

/// By what a client says it accepts.
[[nodiscard]] ExpositionFormat exposition_format(std::string_view accept);
[[nodiscard]] std::string_view content_type(ExpositionFormat format) noexcept;
/// The text that Prometheus reads; families without values are left out.
[[nodiscard]] std::string exposition(const std::vector<MetricFamily>& families,
                                     ExpositionFormat format);

}  // namespace fairmon::watch
