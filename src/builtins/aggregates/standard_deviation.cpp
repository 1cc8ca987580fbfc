#include "builtins/aggregate_moments.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

struct Root {
  static double of(double variance) noexcept { return std::sqrt(variance); }
};

}  // namespace

extern const Aggregate standard_deviation = {
    "standard_deviation",
    {"standard_deviation", "sd", "σ"},
    "the square root of the variance",
    "Of the population, like the variance. 0 without values.",
    "output spread @1s := score.aggregate(over: 60s, using: sd).defaults(to: 0.0)",
    "numbers",
    true,
    false,
    &bind_spread<Root>};

}  // namespace fairmon::builtins::aggregate_entries
