#pragma once

#include "sema/context.hpp"

namespace fairmon::sema::pacing {

/// Finds when every clause is evaluated, and checks that whatever a clause reads in the same cycle
/// has a value then.
void infer(Context& context);

}  // namespace fairmon::sema::pacing
