#pragma once

#include <fairmon/spec.hpp>

#include <string>
#include <vector>

#include "api/front.hpp"
#include "ir/program.hpp"

namespace fairmon::api {

/// Inputs, outputs and triggers in the order of the program.
[[nodiscard]] std::vector<StreamInfo> describe_streams(const Front& front,
                                                       const ir::Program& program);
/// Those of the specification as a whole.
[[nodiscard]] std::vector<Tag> global_tags(const Front& front);
[[nodiscard]] InputSchema describe_inputs(const Front& front, const ir::Program& program);

/// `a && b`, `every event`, `every 1 d`, `every 60 s since its spawn`.
[[nodiscard]] std::string pacing_in_words(const ir::Program& program, const ir::Pacing& pacing);
/// `1 d`, `1.5 s`, `3 Hz`.
[[nodiscard]] std::string period_in_words(const ir::Period& period);

}  // namespace fairmon::api
