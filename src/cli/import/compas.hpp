#pragma once

#include <fairmon/plugin.hpp>
#include <fairmon/result.hpp>

#include <string>

namespace fairmon::cli {

/// Turns ProPublica's `compas-scores-two-years.csv` into a trace of events: a SCORE row for
/// everybody that ProPublica's own filter keeps, a RECIDIVISM row for everybody who was charged
/// again. Times are whole seconds since 2013-01-01; the data know days only, so scores are put at
/// 08:00 and offences at 16:00, one second apart in the order of ids.
[[nodiscard]] Result<std::string> import_compas(const std::string& file,
                                                const PluginRegistry& plugins);

}  // namespace fairmon::cli
