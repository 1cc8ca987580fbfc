#pragma once

#include <optional>
#include <string_view>

#include "sema/context.hpp"

namespace fairmon::sema::evidence {

/// Enters the error of every statement; false in the result's place where a level is wrong.
void resolve_levels(Context& context, const AnalysisOptions& options);

/// Enters the ranges of `#[range="0,100"]` on inputs.
void resolve_ranges(Context& context);

/// The number of a literal or constant.
[[nodiscard]] std::optional<double> number_in(const Context& context, ExprId id);

/// "0,100" as two numbers, the first the smaller.
[[nodiscard]] std::optional<ir::evidence::Interval> parse_range(std::string_view text);
/// "0.95" as a number strictly between 0 and 1.
[[nodiscard]] std::optional<double> parse_level(std::string_view text);

}  // namespace fairmon::sema::evidence
