#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::ir {

/// What is wrong with a program, one sentence each; empty if it can be run. Everything an engine
/// takes for granted is checked here: ids in range, numbers and types of operands, pacings, layers.
[[nodiscard]] std::vector<std::string> verify(const Program& program);

/// Whether the cells of one type can stand for the other: declared widths do not matter, and a Prob
/// is a Float64 that lies in [0, 1].
[[nodiscard]] bool same_cells(const Type& a, const Type& b);

}  // namespace fairmon::ir
