#pragma once

#include <fairmon/verdict_sink.hpp>

#include <memory>
#include <string>

#include "plugins/writing/row_sink.hpp"

namespace fairmon::plugins::csv_output {

/// Columns `time` and one per stream shown.
[[nodiscard]] std::unique_ptr<VerdictSink> make_wide_sink(CommonOutput common, std::string target);
/// Columns `time,stream,instance,value`.
[[nodiscard]] std::unique_ptr<VerdictSink> make_long_sink(CommonOutput common, std::string target);

}  // namespace fairmon::plugins::csv_output
