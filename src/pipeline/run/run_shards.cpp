// Several monitors instead of one: whether, how many, and what goes through them.

#include <algorithm>
#include <thread>
#include <utility>

#include "pipeline/run/run.hpp"
#include "pipeline/shards/state.hpp"

namespace fairmon::pipeline {

namespace {

/// Into how many monitors keys are divided when the state is to be saved: whoever resumes the run
/// may have more or fewer processors.
constexpr std::uint32_t kSavedGroups = 32;
/// Slices under way at once: one being routed or merged here, others with the workers.
constexpr std::size_t kSlicesAtOnce = 4;

}  // namespace

std::uint32_t Run::wanted_workers() const {
  return options_.shards == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options_.shards;
}

void Run::note(const std::string& text) const {
  if (options_.note) {
    options_.note(text);
  }
}

void Run::note_global_stage(const ShardPlan& plan) const {
  const auto global = std::ranges::count_if(
      plan.streams, [](const StreamPlacement& stream) { return !stream.sharded; });
  if (global > 0) {
    note(std::to_string(global) + " of " + std::to_string(plan.streams.size()) +
         " streams see all events and run in one global stage; `fairmon plan` tells which");
  }
}

/// Leaves things as they are where one monitor has to do.
Result<void> Run::open_shards() {
  const bool resumed_shards = resumed_ && is_shard_state(resumed_->monitor_state);
  const std::uint32_t workers = wanted_workers();
  if (!options_.threads || (workers <= 1 && !resumed_shards)) {
    if (resumed_shards) {
      return Error(ErrorCode::Checkpoint, state_name() +
                                              " was taken with shards, which need threads; "
                                              "leave out --single-thread");
    }
    return {};
  }
  if (resumed_ && !resumed_shards) {
    note("the checkpoint was taken without shards, so the run goes on in one");
    return {};
  }
  ShardPlan plan = plan_shards(spec_);
  if (!plan.splits()) {
    note(
        "the specification cannot be divided by a key, so it runs in one shard; "
        "`fairmon plan` tells why");
    return {};
  }
  note_global_stage(plan);
  ShardOptions options;
  options.workers = workers;
  options.groups = options_.checkpoint_file.empty() ? workers : kSavedGroups;
  options.monitor = monitor_options();
  if (resumed_shards) {
    const auto state = decode_shard_state(resumed_->monitor_state);
    if (!state) {
      return state.error();
    }
    options.groups = state->groups;
  }
  auto opened = ShardSet::open(spec_, std::move(plan), options);
  if (!opened) {
    return std::move(opened).error();
  }
  shards_ = std::move(*opened);
  pin_texts();
  if (!resumed_shards) {
    return {};
  }
  auto restored = shards_->restore(resumed_->monitor_state);
  return restored ? restore_waiting() : std::move(restored);
}

Result<void> Run::give(const EventBatch& batch, RowRange rows) {
  shards_->give(batch, rows);
  while (shards_->in_flight() >= kSlicesAtOnce) {
    if (auto taken = take(); !taken) {
      return taken;
    }
  }
  return {};
}

Result<void> Run::take() {
  std::size_t num_rows = 0;
  Result<void> outcome = shards_->take(*verdicts_, num_rows);
  if (num_rows > 0) {
    adapt_rows(num_rows);
  }
  return settle(std::move(outcome));
}

Result<void> Run::drain() {
  while (shards_ && shards_->in_flight() > 0) {
    if (auto taken = take(); !taken) {
      return taken;
    }
  }
  return {};
}

/// Rows of verdicts that are handed out together, about.
void Run::adapt_rows(std::size_t rows_evaluated) {
  constexpr std::size_t kVerdictsAtOnce = 1 << 16;
  constexpr std::size_t kMostRowsAtOnce = 1 << 20;
  std::size_t rows = 0;
  for (const StreamVerdicts& stream : verdicts_->streams) {
    rows += stream.num_rows();
  }
  rows_at_once_ = std::clamp<std::size_t>(kVerdictsAtOnce / (rows / rows_evaluated + 1), 1,
                                          std::min(2 * rows_at_once_, kMostRowsAtOnce));
}

}  // namespace fairmon::pipeline
