#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Difference {
  static std::int64_t apply(std::int64_t a, std::int64_t b) noexcept {
    return wrap(bits(a) - bits(b));
  }
};

}  // namespace

extern const Function time_diff =
    make_function("time_diff", "time", {"", ""},
                  {"the Duration from the second time to the first",
                   "Negative if the first time is the earlier one; the same as `a - b`.",
                   "output delay := decided.time_diff(applied)"},
                  {overload<Difference, as::Duration, as::Time, as::Time>()});

}  // namespace fairmon::builtins::function_entries
