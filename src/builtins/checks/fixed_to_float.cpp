#include "builtins/conversions.hpp"

namespace fairmon::builtins::check_entries {

extern const Function fixed_to_float =
    with_ends({.directions = "+"}, make_check("fixed_to_float", "a decimal used as Float64",
                                              {overload<ToFloat, as::Float, as::Fixed>(),
                                               overload<ToFloat, as::Float, as::UFixed>()}));

}  // namespace fairmon::builtins::check_entries
