#include "builtins/kernels.hpp"

namespace fairmon::builtins::operator_entries {

// The engines evaluate this themselves for every type; here stands how it is written.
extern const Function equal =
    make_operator("equal", {{"==", "="}, 7, false, false, Typing::Comparison},
                  {"whether two values are equal",
                   "Works on every type; numbers compare as numbers, tuples by component.",
                   "output same := a == b"},
                  {});

}  // namespace fairmon::builtins::operator_entries
