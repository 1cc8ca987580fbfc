#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "random/judge.hpp"
#include "random/shards/sharded_run.hpp"

namespace fairmon::random_cases {

/// How much the cases had to do with shards; shared by threads.
struct ShardCounts {
  std::atomic<std::uint64_t> cases = 0;
  std::atomic<std::uint64_t> split = 0;    ///< cases of which streams ran in shards
  std::atomic<std::uint64_t> mixed = 0;    ///< of these, with a global stage besides
  std::atomic<std::uint64_t> crashes = 0;  ///< states saved and taken over by others

  [[nodiscard]] std::string to_string() const;
  /// Whether enough ran in shards for the comparisons to mean something.
  [[nodiscard]] bool telling() const;
};

/// Runs a case on one monitor and on shards: numbers of workers that change on the way, stretches
/// of any length, states saved and restored. Verdicts, counts and errors must be equal, and for
/// events cut in the same way also the bytes of states, for every number of workers.
using ShardedRunner = std::function<Outcome(const Spec&, const MonitorOptions&, const ShardedWay&,
                                            const EventBatch&)>;
[[nodiscard]] Outcome run_on_shards(const Spec& spec, const MonitorOptions& options,
                                    const ShardedWay& way, const EventBatch& events);
[[nodiscard]] Finding judge_sharded(const RandomCase& item, std::uint64_t seed, ShardCounts& counts,
                                    const ShardedRunner& run = run_on_shards);

}  // namespace fairmon::random_cases
