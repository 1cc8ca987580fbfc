#pragma once

#include "sema/context.hpp"

namespace fairmon::sema::types {

/// Types of constants and inputs, and the values of constants.
void check_declarations(Context& context);

/// Finds the type of every expression, stream and parameter, and the conversions between them.
void infer(Context& context);

}  // namespace fairmon::sema::types
