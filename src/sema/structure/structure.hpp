#pragma once

#include "sema/context.hpp"

namespace fairmon::sema::structure {

/// Rules about the shape of outputs: parameters and what spawns them, conditions of triggers.
void check(Context& context);

}  // namespace fairmon::sema::structure
