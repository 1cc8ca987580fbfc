#include <fairmon/plugin.hpp>

#include <array>
#include <utility>

#include "plugins/outputs/summary/summary_sink.hpp"

namespace fairmon::plugins {

namespace summary {

namespace {

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = [] {
    OptionInfo rows;
    rows.name = "instances";
    rows.kind = OptionKind::Integer;
    rows.summary = "how many instances of a stream to list at most";
    rows.default_value = "12";
    rows.placeholder = "N";
    rows.group = "what to show";
    return std::vector<OptionInfo>{rows};
  }();
  return kTable;
}

Result<std::unique_ptr<VerdictSink>> make(const OptionValues& values, const std::string& target) {
  const std::int64_t instances = values.integer("instances");
  if (instances < 1) {
    return Error(ErrorCode::Usage, "--instances needs a number from 1 on");
  }
  return std::unique_ptr<VerdictSink>(
      std::make_unique<SummarySink>(target, static_cast<std::size_t>(instances)));
}

constexpr std::string_view kDocumentation =
    R"(What a person wants to know after a run: for every trigger how often it fired, when first and
last, and for how many instances; for every plotted stream its final value and its course as a row
of small bars.
)";

}  // namespace

}  // namespace summary

namespace outputs {
extern const OutputPlugin summary;
const OutputPlugin summary = {"summary", "what happened, for people",
                              plugins::summary::kDocumentation, plugins::summary::options,
                              plugins::summary::make};
}  // namespace outputs

}  // namespace fairmon::plugins
