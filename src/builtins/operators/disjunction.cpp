#include "builtins/kernels.hpp"

namespace fairmon::builtins::operator_entries {

// The engines evaluate this themselves, lazily; here stands how it is written.
extern const Function disjunction =
    make_operator("disjunction", {{"||", "∨", "or"}, 2, false, false, Typing::Logic},
                  {"whether at least one is true",
                   "The right side is evaluated only if the left one is false.", "trigger a || b"},
                  {});

}  // namespace fairmon::builtins::operator_entries
