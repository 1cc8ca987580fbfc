#include "builtins/kernels.hpp"

namespace fairmon::builtins::operator_entries {

// The engines evaluate this themselves, lazily; here stands how it is written.
extern const Function conjunction =
    make_operator("conjunction", {{"&&", "∧", "and"}, 3, false, false, Typing::Logic},
                  {"whether both are true",
                   "The right side is evaluated only if the left one is true.", "trigger a && b"},
                  {});

}  // namespace fairmon::builtins::operator_entries
