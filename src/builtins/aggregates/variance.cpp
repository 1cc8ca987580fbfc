#include "builtins/aggregate_moments.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

struct Plain {
  static double of(double variance) noexcept { return variance; }
};

}  // namespace

extern const Aggregate variance = {
    "variance",
    {"variance", "var", "σ²"},
    "the mean squared distance from the mean",
    "The population variance: divided by the number of values. Computed exactly and rounded once. "
    "0 without values.",
    "output spread @1s := score.aggregate(over: 60s, using: variance).defaults(to: 0.0)",
    "numbers",
    true,
    false,
    &bind_spread<Plain>};

}  // namespace fairmon::builtins::aggregate_entries
