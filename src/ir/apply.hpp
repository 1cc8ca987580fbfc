#pragma once

#include "ir/program.hpp"

namespace fairmon::ir {

/// Chooses the overload of `expr.function` for the operands (and for `expr.type` if that is known),
/// sets the type if it is not, and digests literal operands. False if no overload fits or a literal
/// is missing.
[[nodiscard]] bool bind_overload(const Program& program, Expr& expr);

/// Digests the operands that must be literals. False if one is not a constant.
[[nodiscard]] bool prepare_literals(const Program& program, Expr& expr);

}  // namespace fairmon::ir
