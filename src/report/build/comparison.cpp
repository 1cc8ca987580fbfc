#include <algorithm>
#include <cmath>
#include <set>

#include "report/build/build.hpp"

namespace fairmon::report::parts {

namespace {

std::optional<std::uint64_t> count_of_told(const Context& context, std::uint32_t stream,
                                           StreamInfo::Tells what, const Series& series) {
  const Series* told = context.collected.told(stream, what, series);
  return told == nullptr || told->updates == 0 || told->last < 0.0
             ? std::nullopt
             : std::optional(static_cast<std::uint64_t>(std::llround(told->last)));
}

/// The newest values of this run, of streams that the other one has, too.
RunValues own_values(const Context& context, const std::set<std::string>& wanted) {
  const Spec& spec = context.collected.spec();
  RunValues own;
  own.num_events = context.collected.summary().num_events;
  own.specification = spec.digest();
  for (std::uint32_t i = 0; i < spec.streams().size(); ++i) {
    const StreamInfo& stream = spec.streams()[i];
    if (stream.tells != StreamInfo::Tells::Nothing || wanted.count(stream.name) == 0) {
      continue;
    }
    for (const Series& series : context.collected.series(i)) {
      if (series.updates > 0) {
        own.take({stream.name, series.name},
                 {series.last, count_of_told(context, i, StreamInfo::Tells::Trials, series),
                  count_of_told(context, i, StreamInfo::Tells::Hits, series)});
      }
    }
  }
  return own;
}

}  // namespace

void add_comparison(const Context& context, Report& report) {
  if (!context.around.other) {
    return;
  }
  const OtherRun& other = *context.around.other;
  std::set<std::string> streams;
  for (const auto& [stream, instance] : other.values.order) {
    streams.insert(stream);
  }
  const RunValues own = own_values(context, streams);
  std::set<std::string> shared;
  for (const auto& [stream, instance] : own.order) {
    shared.insert(stream);
  }
  // What this report does not follow is not missing here; it is not compared.
  RunValues before = other.values;
  std::erase_if(before.order,
                [&](const RunValues::Key& key) { return shared.count(key.first) == 0; });
  report.comparison = ComparisonPart{
      {other.name, "this run"}, compare_runs(before, own, context.around.level, other.same_cases)};
  if (report.comparison->comparison.differences.empty()) {
    report.warnings.push_back("Nothing could be compared with " + other.name +
                              ": the two runs have no stream of the same name.");
  }
}

}  // namespace fairmon::report::parts
