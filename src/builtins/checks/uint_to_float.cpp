#include "builtins/conversions.hpp"

namespace fairmon::builtins::check_entries {

extern const Function uint_to_float =
    with_ends({.directions = "+"}, make_check("uint_to_float", "a UInt64 used as Float64",
                                              {overload<ToFloat, as::Float, as::UInt>()}));

}  // namespace fairmon::builtins::check_entries
