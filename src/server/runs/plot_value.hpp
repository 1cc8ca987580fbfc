#pragma once

#include <fairmon/value.hpp>

namespace fairmon::server {

/// A value as a height: Bool 0 or 1, numbers as they are, durations in seconds, times in seconds
/// since 1970; an absent value and anything that has no height is not a number, a gap.
[[nodiscard]] double plot_value(const Type& type, const Cell* cells);

}  // namespace fairmon::server
