#pragma once

#include <fairmon/spec.hpp>

#include <cstdint>
#include <optional>

namespace fairmon {

/// Compiles with one more output for every plotted probability, after all other streams: how many
/// trials stand behind its value. Verdicts of the other streams stay as they are.
[[nodiscard]] Compiled compile_with_group_sizes(const SourceFile& source,
                                                const CompileOptions& options = {});

/// The stream whose trials this one counts; nothing for streams that somebody wrote.
[[nodiscard]] std::optional<std::uint32_t> counts_trials_of(const StreamInfo& stream);

}  // namespace fairmon
