#include "builtins/aggregate_percentile.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  return bind_percentile(input, 50);
}

}  // namespace

// Both the micro sign and the Greek letter are called mu, and look alike.
extern const Aggregate median = {
    "median",
    {"median", "med", "µ", "μ"},
    "the middle value",
    "The 50th percentile; absent without values.",
    "output typical @1s := score.aggregate(over: 60s, using: median).defaults(to: 0.0)",
    "numbers",
    true,
    false,
    &bind};

}  // namespace fairmon::builtins::aggregate_entries
