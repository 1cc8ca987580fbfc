#pragma once

#include <fairmon/monitor.hpp>
#include <fairmon/shards/plan.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "random/changes.hpp"
#include "random/rng.hpp"

namespace fairmon::random_cases {

/// What a run came to.
struct Outcome {
  std::vector<Change> changes;
  std::uint64_t num_events = 0;
  std::uint64_t num_deadlines = 0;
  std::uint64_t num_crashes = 0;
  std::string error;
  std::string state;  ///< at the end; empty if the run broke off

  void add(const VerdictBatch& verdicts, Collector& collector, SymbolTable& symbols) {
    collector.add(verdicts, symbols);
    num_events += verdicts.num_events;
    num_deadlines += verdicts.num_deadlines;
  }
};

/// How to run a case on shards.
struct ShardedWay {
  std::uint64_t seed = 0;          ///< of where the events are cut, and of crashes
  std::uint64_t workers_seed = 0;  ///< of how many workers there are
  std::uint32_t groups = 1;
  bool crashes = false;
  Duration wait;  ///< arrivals are permuted within it; zero: they come in order
};

/// Rows of some events in the order in which they come: each up to the wait late, those of one
/// moment together.
inline std::vector<std::size_t> arrivals(const EventBatch& events, Duration wait, Rng& rng) {
  std::vector<std::int64_t> comes;
  for (std::size_t i = 0; i < events.num_rows(); ++i) {
    const std::int64_t time = events.times()[i].ns;
    const bool tie = i > 0 && events.times()[i - 1].ns == time;
    comes.push_back(tie ? comes.back() : time + rng.between(0, wait.ns));
  }
  std::vector<std::size_t> order(events.num_rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t row) { return comes[row]; });
  return order;
}

/// One run on shards, whose workers change with every crash. The types are parameters, so that it
/// can also be done to wrong ones.
template <class ShardSet, class ShardOptions, class ReorderBuffer>
class ShardedRun {
 public:
  ShardedRun(const Spec& spec, const MonitorOptions& options, const ShardedWay& way)
      : spec_(spec), options_(options), way_(way), rng_(way.seed), workers_(way.workers_seed) {}

  Outcome run(const EventBatch& events) {
    buffer_ = std::make_unique<ReorderBuffer>(spec_.input_schema(), way_.wait);
    const std::vector<std::size_t> order = arrivals(events, way_.wait, rng_);
    EventBatch ready(spec_.num_inputs());
    open();
    bool going = true;
    for (std::size_t begin = 0; going && begin < order.size();) {
      const std::size_t end = std::min(order.size(), begin + rng_.pick({1U, 2U, 5U, 17U, 1000U}));
      // In order they go straight on, so that events of one moment may be cut apart.
      if (way_.wait.ns == 0) {
        going = give(some_rows(events, order, begin, end));
      } else {
        buffer_->pass(some_rows(events, order, begin, end), ready);
        going = give(ready);
      }
      begin = end;
      if (going && way_.crashes && rng_.chance(20)) {
        going = take_all();
        if (going) {
          crash();
        }
      }
    }
    buffer_->flush(ready);
    going = going && give(ready) && take_all();
    if (going) {
      set_->finish();
      going = take_all();
    }
    if (going) {
      outcome_.state = set_->save(SymbolMarks(options_.symbols->size()));
    }
    outcome_.changes = std::move(collector_).sorted();
    return std::move(outcome_);
  }

 private:
  EventBatch some_rows(const EventBatch& events, const std::vector<std::size_t>& order,
                       std::size_t begin, std::size_t end) const {
    EventBatch some(events.num_inputs(), end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t row = some.add_row(events.times()[order[i]]);
      for (std::size_t input = 0; input < events.num_inputs(); ++input) {
        if (events.column(input).has(order[i])) {
          some.set(row, input, events.column(input).cells[order[i]]);
        }
      }
    }
    return some;
  }

  bool give(const EventBatch& events) {
    if (events.num_rows() > 0) {
      set_->give(events, {0, events.num_rows()});
    }
    return !(rng_.chance(50) || set_->in_flight() > 2) || take_all();
  }

  void open() {
    ShardOptions options;
    options.workers = workers_.pick({1U, 2U, 3U, 8U});
    options.groups = way_.groups;
    options.monitor = options_;
    auto opened = ShardSet::open(spec_, plan_shards(spec_), options);
    if (!opened) {
      throw std::runtime_error(opened.error().to_string());
    }
    set_ = *std::move(opened);
  }

  bool take_all() {
    while (set_->in_flight() > 0) {
      VerdictBatch verdicts;
      std::size_t num_rows = 0;
      auto done = set_->take(verdicts, num_rows);
      outcome_.add(verdicts, collector_, *options_.symbols);
      if (!done) {
        outcome_.error = done.error().message;
        return false;
      }
    }
    return true;
  }

  void crash() {
    const std::string state = set_->save(SymbolMarks(options_.symbols->size()));
    const std::string held = buffer_->save();
    open();
    buffer_ = std::make_unique<ReorderBuffer>(spec_.input_schema(), way_.wait);
    ++outcome_.num_crashes;
    if (auto restored = set_->restore(state); !restored) {
      throw std::runtime_error("restore: " + restored.error().to_string());
    }
    if (auto restored = buffer_->restore(held); !restored) {
      throw std::runtime_error("restore: " + restored.error().to_string());
    }
  }

  const Spec& spec_;
  const MonitorOptions& options_;
  ShardedWay way_;
  Rng rng_;
  Rng workers_;
  std::unique_ptr<ShardSet> set_;
  std::unique_ptr<ReorderBuffer> buffer_;
  Collector collector_;
  Outcome outcome_;
};

}  // namespace fairmon::random_cases
