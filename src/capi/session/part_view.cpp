#include "capi/session/part_view.hpp"

#include <utility>

#include "pipeline/shards/merge.hpp"

namespace fairmon::capi {

PartView::PartView(ShardPart part, const Spec& whole)
    : part_(std::move(part)), whole_(whole), numbers_(whole.streams().size()) {
  for (std::uint32_t i = 0; i < part_.streams.size(); ++i) {
    numbers_[part_.streams[i]] = i;
  }
}

bool PartView::owns(std::uint32_t stream) const {
  const auto number = numbers_[stream];
  return number && part_.owned[*number];
}

std::optional<std::uint32_t> PartView::number_of(std::uint32_t stream) const {
  return numbers_[stream];
}

void PartView::widen(VerdictBatch& narrow, VerdictBatch& wide) const {
  pipeline::shape_verdicts(whole_, wide);
  for (std::size_t i = 0; i < narrow.streams.size(); ++i) {
    std::swap(narrow.streams[i], wide.streams[part_.streams[i]]);
  }
  wide.cycle_times.swap(narrow.cycle_times);
  wide.cycle_events.swap(narrow.cycle_events);
  wide.deadlines.swap(narrow.deadlines);
  wide.errors.swap(narrow.errors);
  for (EvaluationError& error : wide.errors) {
    error.stream = part_.streams[error.stream];
  }
  wide.num_events = narrow.num_events;
  wide.num_deadlines = narrow.num_deadlines;
  wide.reached = narrow.reached;
}

}  // namespace fairmon::capi
