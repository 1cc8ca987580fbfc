#include "builtins/kernels.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct ToHours {
  static std::int64_t apply(std::int64_t ns) noexcept {
    constexpr std::int64_t kUnit = 3'600'000'000'000;
    return ns / kUnit - (ns % kUnit < 0 ? 1 : 0);
  }
};

}  // namespace

extern const Function to_hours = with(
    make_function(
        "to_hours", "time", {""},
        {"the whole hours of a Duration",
         "Rounded toward minus infinity, as Int64. Where UInt64 is wanted, a negative number is a "
         "run-time error.",
         "output age := decided.time_diff(applied).to_hours()"},
        {overload<ToHours, as::Int, as::Duration>()}),
    &Function::whole_units);

}  // namespace fairmon::builtins::function_entries
