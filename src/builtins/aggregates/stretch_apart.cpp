#include "builtins/evidence/stretches.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

void finish(std::span<const Cell> values, std::uint32_t, Cell* result, Evaluation&) {
  *result = evidence::longest_stretch_apart(values);
}

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  if (!evidence::is_stretch_member(input)) {
    return std::nullopt;
  }
  BoundAggregate bound;
  bound.input = input;
  bound.result = Type::unsigned_integer();
  bound.algebra = Algebra::Holistic;
  bound.finish_values = &finish;
  return bound;
}

}  // namespace

extern const Aggregate stretch_apart = {
    .name = "stretch_apart",
    .spellings = {"stretch_apart"},
    .summary = "the longest stretch on which two of the rates certainly differ, by its scale",
    .documentation = "",
    .example = "",
    .accepts = "tallies",
    .bind = &bind,
    .internal = true};

}  // namespace fairmon::builtins::aggregate_entries
