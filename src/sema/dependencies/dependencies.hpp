#pragma once

#include "sema/context.hpp"

namespace fairmon::sema::dependencies {

/// Reports streams whose value in a cycle would depend on itself.
void check(Context& context);

}  // namespace fairmon::sema::dependencies
