#pragma once

#include <fairmon/filter.hpp>
#include <fairmon/spec.hpp>
#include <fairmon/verdict_sink.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace fairmon::cli {

class Arguments;

/// Outputs that tell what was found need streams that nobody wrote.
[[nodiscard]] Spec spec_for_run(const Spec& spec, std::optional<double> level,
                                const std::vector<VerdictSink*>& sinks);

/// What the source may leave out. Nothing, if an output shows inputs: every event is seen then.
[[nodiscard]] Filter filter_for(const Arguments& arguments, const Spec& spec,
                                std::string_view input, const std::vector<VerdictSink*>& sinks);

}  // namespace fairmon::cli
