#include "builtins/kernels.hpp"

namespace fairmon::builtins::operator_entries {

// The engines evaluate this themselves, lazily; here stands how it is written.
extern const Function implication =
    make_operator("implication", {{"->", "→", "implies"}, 1, true, false, Typing::Logic},
                  {"whether the right side is true if the left one is",
                   "Groups to the right; `a -> b` is `!a || b`.", "trigger !(a -> b)"},
                  {});

}  // namespace fairmon::builtins::operator_entries
