#pragma once

#include "builtins/catalogue.hpp"

namespace fairmon::builtins {

/// The percentile `argument` of numbers; shared by `pctlN` and `median`.
[[nodiscard]] std::optional<BoundAggregate> bind_percentile(const Type& input,
                                                            std::uint32_t argument);

}  // namespace fairmon::builtins
