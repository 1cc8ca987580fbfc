// fairmon_shard_mutants N: each wrong copy of the shards has to differ in one of N random cases.
#include <cstdio>
#include <cstdlib>

#include "mutants/deadline_early/reorder_buffer.hpp"
#include "mutants/deadline_early/shard_set.hpp"
#include "mutants/keys_scattered/reorder_buffer.hpp"
#include "mutants/keys_scattered/shard_set.hpp"
#include "mutants/no_reorder_bound/reorder_buffer.hpp"
#include "mutants/no_reorder_bound/shard_set.hpp"
#include "mutants/pane_on_wrong_side/reorder_buffer.hpp"
#include "mutants/pane_on_wrong_side/shard_set.hpp"
#include "mutants/unsorted_deltas/reorder_buffer.hpp"
#include "mutants/unsorted_deltas/shard_set.hpp"
#include "mutants/values_behind_a_failure/reorder_buffer.hpp"
#include "mutants/values_behind_a_failure/shard_set.hpp"
#include "mutants/watermark_early/reorder_buffer.hpp"
#include "mutants/watermark_early/shard_set.hpp"
#include "random/generate.hpp"
#include "random/shards/sharded.hpp"

namespace {

using namespace fairmon;  // NOLINT(google-build-using-namespace): one file, one purpose
using random_cases::Judgement;

template <class ShardSet, class ShardOptions, class ReorderBuffer>
random_cases::Outcome run_wrong(const Spec& spec, const MonitorOptions& options,
                                const random_cases::ShardedWay& way, const EventBatch& events) {
  return random_cases::ShardedRun<ShardSet, ShardOptions, ReorderBuffer>(spec, options, way)
      .run(events);
}

/// How many of the cases tell the mutant from the right one; stops when that is plain.
bool is_caught(const char* name, std::uint64_t most, const random_cases::ShardedRunner& run) {
  random_cases::ShardCounts counts;
  for (std::uint64_t seed = 1; seed <= most; ++seed) {
    const auto finding =
        random_cases::judge_sharded(random_cases::generate_keyed(seed), seed, counts, run);
    if (finding.judgement == Judgement::Different || finding.judgement == Judgement::Broken) {
      std::printf("%s: caught by case %llu: %s\n", name, static_cast<unsigned long long>(seed),
                  finding.detail.c_str());
      return true;
    }
  }
  std::printf("%s: NOT caught by %llu cases\n", name, static_cast<unsigned long long>(most));
  return false;
}

}  // namespace

#define FAIRMON_RUN_MUTANT(name)                                            \
  is_caught(#name, most,                                                    \
            run_wrong<mutant_##name::ShardSet, mutant_##name::ShardOptions, \
                      mutant_##name::ReorderBuffer>)

int main(int argc, char** argv) {
  const std::uint64_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 600;
  bool all = true;
  all = FAIRMON_RUN_MUTANT(unsorted_deltas) && all;
  all = FAIRMON_RUN_MUTANT(watermark_early) && all;
  all = FAIRMON_RUN_MUTANT(pane_on_wrong_side) && all;
  all = FAIRMON_RUN_MUTANT(no_reorder_bound) && all;
  all = FAIRMON_RUN_MUTANT(deadline_early) && all;
  all = FAIRMON_RUN_MUTANT(keys_scattered) && all;
  all = FAIRMON_RUN_MUTANT(values_behind_a_failure) && all;
  return all ? 0 : 1;
}
