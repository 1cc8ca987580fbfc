#include "builtins/evidence/pairs.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

void finish(std::span<const Cell> values, std::uint32_t, Cell* result, Evaluation&) {
  *result = evidence::some_pair_apart(evidence::read_members(values)) ? 1U : 0U;
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
