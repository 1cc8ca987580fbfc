#include "builtins/kernels.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Now {
  static std::int64_t apply(Evaluation& e) noexcept { return e.now_ns; }
};

Function make() {
  Function made = make_function("now", "time", {},
                                {"the calendar time of the current evaluation",
                                 "The time of the event or deadline, not of a clock on the wall.",
                                 "output age := now().time_diff(applied).to_days()"},
                                {overload<Now, as::Time>()});
  made.overloads.front().can_fail = false;
  return made;
}

}  // namespace

extern const Function now = make();

}  // namespace fairmon::builtins::function_entries
