#pragma once

#include <vector>

#include "split/locality.hpp"
#include "split/split.hpp"

namespace fairmon::split {

/// Expressions that some spawn binds a parameter to and that every event has at most one value of,
/// each once. `rows` tells which streams need one event only.
[[nodiscard]] std::vector<ir::ExprId> key_candidates(const ir::Program& program,
                                                     ir::Structure& structure,
                                                     const Locality& rows);

[[nodiscard]] Key make_key(const ir::Program& program, ir::ExprId expr);

}  // namespace fairmon::split
