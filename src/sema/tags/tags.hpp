#pragma once

#include "sema/context.hpp"

namespace fairmon::sema::tags {

/// Whether tags are known and their values make sense where they stand.
void check(Context& context);

}  // namespace fairmon::sema::tags
