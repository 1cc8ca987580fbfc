#include "builtins/evidence/pairs.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

constexpr std::size_t kMany = 50;
constexpr std::size_t kEnds = 8;

/// Looks at the pairs that are farthest apart first: mostly they settle the question.
bool some_exceeds(const evidence::Members& members) {
  const std::vector<evidence::Member>& all = members.all;
  const std::size_t count = all.size();
  const std::size_t reach = count > kMany ? kEnds : count;
  const evidence::Comparison& by = members.by;
  for (std::size_t high = 0; high < reach; ++high) {
    for (std::size_t low = 0; low < reach; ++low) {
      const std::size_t other = count - 1 - low;
      if (other <= high) {
        break;
      }
      const double share =
          evidence::pair_share(all[high].rank, all[other].rank, by.whole, by.groups);
      if (evidence::surely_exceeds(all[high].tally, all[other].tally, by.margin, share)) {
        return true;
      }
    }
  }
  return false;
}

void finish(std::span<const Cell> values, std::uint32_t, Cell* result, Evaluation&) {
  *result = some_exceeds(evidence::read_members(values)) ? 1U : 0U;
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

extern const Aggregate some_pair_exceeds = {
    .name = "some_pair_exceeds",
    .spellings = {"some_pair_exceeds"},
    .summary = "whether two of the rates certainly differ by more than a margin",
    .documentation = "",
    .example = "",
    .accepts = "tallies",
    .bind = &bind,
    .internal = true};

}  // namespace fairmon::builtins::aggregate_entries
