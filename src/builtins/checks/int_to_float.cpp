#include "builtins/conversions.hpp"

namespace fairmon::builtins::check_entries {

extern const Function int_to_float =
    with_ends({.directions = "+"}, make_check("int_to_float", "an Int64 used as Float64",
                                              {overload<ToFloat, as::Float, as::Int>()}));

}  // namespace fairmon::builtins::check_entries
