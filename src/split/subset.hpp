#pragma once

#include <vector>

#include "ir/program.hpp"

namespace fairmon::split {

/// By stream: whether evaluating the expressions takes it, directly or by way of others.
[[nodiscard]] std::vector<bool> closure(const ir::Program& program,
                                        const std::vector<ir::ExprId>& roots);
/// The same of streams, these included.
[[nodiscard]] std::vector<bool> closure(const ir::Program& program,
                                        const std::vector<ir::StreamId>& streams);

/// The program with its inputs and these streams only, which must be closed under reading.
[[nodiscard]] ir::Program subset(const ir::Program& program, const std::vector<bool>& members);

/// By input: whether a clause or a pacing of the program looks at it.
[[nodiscard]] std::vector<bool> inputs_read(const ir::Program& program);

}  // namespace fairmon::split
