#pragma once

#include <fairmon/plugin.hpp>
#include <fairmon/time_format.hpp>
#include <fairmon/verdict_sink.hpp>

#include <string_view>
#include <vector>

namespace fairmon::plugins {

/// Options every output of verdicts has: what to show, and how to write times.
[[nodiscard]] std::vector<OptionInfo> common_output_options();

struct CommonOutput {
  VerdictSelection selection;
  TimeFormat time_format = TimeFormat::RelativeSeconds;
  bool evidence = false;  ///< bounds and trials beside values, judgements of triggers
  bool episodes = false;  ///< of each episode of a trigger only the first firing
};

[[nodiscard]] CommonOutput read_common_output(const OptionValues& options);

/// The writer for a run; calendar formats fall back on the clock where the data have no dates.
[[nodiscard]] TimeWriter make_time_writer(TimeFormat format, const SinkContext& context);

}  // namespace fairmon::plugins
