#pragma once

#include "sema/context.hpp"

/// Statements about chances: levels, ranges, and whether bounds pass through what lies between a
/// statement and the rates it speaks of.
namespace fairmon::sema::evidence {

void check(Context& context, const AnalysisOptions& options);

}  // namespace fairmon::sema::evidence
