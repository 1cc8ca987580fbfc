#include "builtins/kernels.hpp"

namespace fairmon::builtins::operator_entries {

// The engines evaluate this themselves for every type; here stands how it is written.
extern const Function not_equal = make_operator(
    "not_equal", {{"!=", "≠"}, 7, false, false, Typing::Comparison},
    {"whether two values differ", "Works on every type.", "output changed := a != b"}, {});

}  // namespace fairmon::builtins::operator_entries
