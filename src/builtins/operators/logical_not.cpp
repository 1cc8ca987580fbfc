#include "builtins/kernels.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct LogicalNot {
  static bool apply(bool a) noexcept { return !a; }
};

}  // namespace

extern const Function logical_not = make_operator(
    "logical_not", {{"!", "¬", "not"}, 13, false, true},
    {"true becomes false and false true", "Binds tighter than comparisons.", "trigger !granted"},
    {overload<LogicalNot, as::Bool, as::Bool>()});

}  // namespace fairmon::builtins::operator_entries
