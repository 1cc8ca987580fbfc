#include "builtins/kernels.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct ToDays {
  static std::int64_t apply(std::int64_t ns) noexcept {
    constexpr std::int64_t kUnit = 86'400'000'000'000;
    return ns / kUnit - (ns % kUnit < 0 ? 1 : 0);
  }
};

}  // namespace

extern const Function to_days = with(
    make_function(
        "to_days", "time", {""},
        {"the whole days of a Duration",
         "Rounded toward minus infinity, as Int64. Where UInt64 is wanted, a negative number is a "
         "run-time error.",
         "output age := decided.time_diff(applied).to_days()"},
        {overload<ToDays, as::Int, as::Duration>()}),
    &Function::whole_units);

}  // namespace fairmon::builtins::function_entries
