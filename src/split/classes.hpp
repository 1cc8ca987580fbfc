#pragma once

#include <string>
#include <vector>

#include "split/locality.hpp"
#include "split/split.hpp"

namespace fairmon::split {

/// A key that was tried: the expression and what is local to it.
struct Candidate {
  ir::ExprId expr;
  std::string text;
  Locality locality;
};

/// Class, key, traffic and refusal of every stream; parts are filled in later. `chosen` are indices
/// into `candidates`, in the order of the split's keys.
[[nodiscard]] support::IdVector<ir::StreamId, Placement> classify(
    const ir::Program& program, const Locality& rows, const std::vector<Candidate>& candidates,
    const std::vector<std::size_t>& chosen);

}  // namespace fairmon::split
