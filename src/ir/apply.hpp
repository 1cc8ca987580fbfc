#pragma once

#include <optional>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::ir {

/// The overload for arguments of these types whose result is of the wanted type (unknown: any).
/// Exact types come first; then declared widths do not matter; at last a Prob may stand for a
/// Float64 and a Float64 result for a Prob, which have the same cells.
[[nodiscard]] std::optional<std::uint32_t> choose_overload(const builtins::Function& function,
                                                           const std::vector<Type>& types,
                                                           const Type& wanted);

/// Chooses the overload of `expr.function` for the operands (and for `expr.type` if that is known),
/// sets the type if it is not, and digests literal operands. False if no overload fits or a literal
/// is missing.
[[nodiscard]] bool bind_overload(const Program& program, Expr& expr);

/// Digests the operands that must be literals. False if one is not a constant.
[[nodiscard]] bool prepare_literals(const Program& program, Expr& expr);

[[nodiscard]] std::vector<Type> operand_types(const Program& program, const Expr& expr);

}  // namespace fairmon::ir
