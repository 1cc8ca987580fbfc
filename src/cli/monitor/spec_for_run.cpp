#include "cli/monitor/spec_for_run.hpp"

#include <fairmon/findings.hpp>

#include <algorithm>

#include "cli/arguments.hpp"

namespace fairmon::cli {

Spec spec_for_run(const Spec& spec, std::optional<double> level,
                  const std::vector<VerdictSink*>& sinks) {
  const bool wanted = std::any_of(sinks.begin(), sinks.end(), [](const VerdictSink* sink) {
    const VerdictSelection selection = sink->selection();
    return selection.plotted || selection.episodes || selection.evidence;
  });
  CompileOptions options;
  options.level = level;
  return wanted ? compile_with_findings(spec.source(), options).spec.value_or(spec) : spec;
}

Filter filter_for(const Arguments& arguments, const Spec& spec, std::string_view input,
                  const std::vector<VerdictSink*>& sinks) {
  const bool dear = input.starts_with("dsa");
  if (arguments.text("leave-out") == "off" || (arguments.text("leave-out") == "auto" && !dear)) {
    return {};
  }
  for (const VerdictSink* sink : sinks) {
    for (std::size_t i = 0; i < spec.num_inputs(); ++i) {
      if (sink->selection().wants(spec.streams()[i])) {
        return {};
      }
    }
  }
  return derive_filter(spec).condition;
}

}  // namespace fairmon::cli
