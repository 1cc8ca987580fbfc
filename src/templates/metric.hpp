#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Metrics of the library: text with a head that names the parameters and lines that depend on
/// them.
namespace fairmon::templates {

/// What a line of the head, and a line that continues the one before, starts with.
inline constexpr std::string_view kDirective = "//: ";
inline constexpr std::string_view kContinuation = "//:   ";

enum class ParameterKind : std::uint8_t {
  Key,         ///< what makes a group: an expression or a tuple of them
  Expression,  ///< any expression
  Number,
  Duration,
  Choice,  ///< one of `choices`
  Pacing,  ///< activation condition
};

struct MetricParameter {
  std::string name;
  ParameterKind kind = ParameterKind::Expression;
  std::vector<std::string> choices;
  /// Missing: the user has to give it. "none": left out unless given.
  std::optional<std::string> default_value;
  std::string summary;
};

/// `//: when ratio threshold = 0.8`: another default if a choice or optional parameter is set.
struct ConditionalDefault {
  std::string condition;
  std::string parameter;
  std::string value;
};

struct Metric {
  std::string name;
  std::string summary;
  std::vector<MetricParameter> parameters;
  std::vector<ConditionalDefault> conditional_defaults;
  /// Metrics whose optional parameters this one accepts too and hands on.
  std::vector<std::string> also;
  std::vector<std::string> body;  ///< lines, directives included

  [[nodiscard]] const MetricParameter* find(std::string_view parameter) const;
};

/// One file of the library as packed into the program.
struct MetricFile {
  std::string_view name;  ///< folder name
  std::string_view text;
};

/// All files of library/metrics; the table is made by the build.
[[nodiscard]] std::span<const MetricFile> metric_files();

/// Reads `metric.lola`. A mistake in it is ours and throws InternalError naming the line.
[[nodiscard]] Metric read_metric(std::string_view text);

[[nodiscard]] const std::vector<Metric>& all_metrics();
[[nodiscard]] const Metric* find_metric(std::string_view name);

/// The parameters a user may give: the metric's own, then optional ones of the metrics it extends.
[[nodiscard]] std::vector<const MetricParameter*> accepted_parameters(const Metric& metric);

}  // namespace fairmon::templates
