#pragma once

#include "sema/context.hpp"

namespace fairmon::sema::ranges {

/// Warns of comparisons that come out the same for every value there can be, and of real inputs
/// taken for probabilities; refuses literals outside the range that their stream is declared with.
/// Expects types to be known.
void check(Context& context);

}  // namespace fairmon::sema::ranges
