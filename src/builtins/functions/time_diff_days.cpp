#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct DifferenceInDays {
  static constexpr bool kNeverNan = true;
  static double apply(std::int64_t a, std::int64_t b) noexcept {
    constexpr double kDay = 86'400e9;
    return static_cast<double>(static_cast<Int128>(a) - b) / kDay;
  }
};

}  // namespace

extern const Function time_diff_days =
    make_function("time_diff_days", "time", {"", ""},
                  {"the days from the second time to the first, with fraction",
                   "Negative if the first time is the earlier one.",
                   "output days := time_diff_days(decided, applied)"},
                  {overload<DifferenceInDays, as::Float, as::Time, as::Time>()});

}  // namespace fairmon::builtins::function_entries
