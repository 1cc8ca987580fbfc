#pragma once

#include <fairmon/shards/plan.hpp>
#include <fairmon/spec.hpp>

#include <cstdint>
#include <vector>

#include "pipeline/shards/slice.hpp"

namespace fairmon::pipeline {

/// Gives verdicts the shape that a monitor of the whole specification would.
void shape_verdicts(const Spec& spec, VerdictBatch& verdicts);

/// Puts what the monitors of a slice decided into the order in which one monitor would have. If one
/// of them had to stop, what comes behind that is left out, and the result is its error.
/// `streams[i]` gives, for monitor i, the index in the whole of each of its streams.
[[nodiscard]] Result<void> merge_verdicts(
    const Slice& slice, const std::vector<const std::vector<std::uint32_t>*>& streams,
    VerdictBatch& merged);

}  // namespace fairmon::pipeline
