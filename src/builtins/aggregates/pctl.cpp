#include "builtins/aggregate_percentile.hpp"

namespace fairmon::builtins::aggregate_entries {

extern const Aggregate pctl = {
    "pctl",
    {"pctl"},
    "a percentile: `pctl90` is the 90th",
    "With n sorted values and i = n·N/100 it is the value number ⌈i⌉, or the middle of numbers i "
    "and "
    "i + 1 if i is whole. `pctl0` is the smallest value, `pctl100` the largest. Absent without "
    "values.",
    "output slow @1s := delay.aggregate(over: 60s, using: pctl90).defaults(to: 0.0)",
    "numbers",
    true,
    true,
    &bind_percentile};

}  // namespace fairmon::builtins::aggregate_entries
