#pragma once

#include <string>

#include "report/report.hpp"

namespace fairmon::report {

/// A plot as an inline picture: bands, curves with dashes of their own and their names at the end,
/// thresholds, episodes hatched. Readable without colours.
[[nodiscard]] std::string svg_of(const Plot& plot, const Report& report);

}  // namespace fairmon::report
