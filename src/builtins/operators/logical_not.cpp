#include "builtins/kernels.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct LogicalNot {
  static bool apply(bool a) noexcept { return !a; }
};

}  // namespace

extern const Function logical_not = with_ends(
    {.directions = "-"}, with(make_operator("logical_not", {{"!", "¬", "not"}, 13, false, true},
                                            {"true becomes false and false true",
                                             "Binds tighter than comparisons.", "trigger !granted"},
                                            {overload<LogicalNot, as::Bool, as::Bool>()}),
                              &Function::undoes_itself));

}  // namespace fairmon::builtins::operator_entries
