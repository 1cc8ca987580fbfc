#include "builtins/conversions.hpp"

namespace fairmon::builtins::check_entries {

extern const Function check_prior =
    make_check("check_prior", "the prior of a probability, which must be one itself",
               {overload<ToProb, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
