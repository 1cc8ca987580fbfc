#include "builtins/evidence/pairs.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

/// The pairs that are farthest apart come first: mostly they settle the question.
bool every_within(const evidence::Members& members) {
  const std::vector<evidence::Member>& all = members.all;
  const evidence::Comparison& by = members.by;
  for (std::size_t high = 0; high < all.size(); ++high) {
    for (std::size_t low = all.size(); low-- > high + 1;) {
      const double share = evidence::pair_share(all[high].rank, all[low].rank, by.whole, by.groups);
      // Which of the two chances is the larger is not known either.
      if (!evidence::surely_within(all[high].tally, all[low].tally, by.margin, share) ||
          !evidence::surely_within(all[low].tally, all[high].tally, by.margin, share)) {
        return false;
      }
    }
  }
  return all.size() > 1;  // a single group says nothing about differences
}

void finish(std::span<const Cell> values, std::uint32_t, Cell* result, Evaluation&) {
  *result = every_within(evidence::read_members(values)) ? 1U : 0U;
}

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  if (!evidence::is_member(input)) {
    return std::nullopt;
  }
  BoundAggregate bound;
  bound.input = input;
  bound.result = Type::boolean();
  bound.algebra = Algebra::Holistic;
  bound.finish_values = &finish;
  return bound;
}

}  // namespace

extern const Aggregate every_pair_within = {
    .name = "every_pair_within",
    .spellings = {"every_pair_within"},
    .summary = "whether no two of the rates can differ by more than a margin",
    .documentation = "",
    .example = "",
    .accepts = "tallies",
    .bind = &bind,
    .internal = true};

}  // namespace fairmon::builtins::aggregate_entries
