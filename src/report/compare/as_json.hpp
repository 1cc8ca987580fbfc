#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/compare/difference.hpp"

namespace fairmon::report {

[[nodiscard]] nlohmann::ordered_json as_json(const Comparison& comparison, const RunNames& names);

}  // namespace fairmon::report
