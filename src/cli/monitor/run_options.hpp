#pragma once

#include <fairmon/pipeline.hpp>

namespace fairmon::cli {

class Arguments;

/// Policies, clock, checkpoints and engine as the flags say.
[[nodiscard]] Result<PipelineOptions> run_options(const Arguments& arguments);

}  // namespace fairmon::cli
