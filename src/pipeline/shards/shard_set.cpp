#include "pipeline/shards/shard_set.hpp"

#include <algorithm>
#include <utility>

#include "pipeline/shards/merge.hpp"
#include "support/caught.hpp"
#include "support/check.hpp"

namespace fairmon::pipeline {

namespace {

using namespace std::chrono_literals;

/// More slices are never under way; whoever gives takes in between.
constexpr std::size_t kRingLength = 64;

/// Copies some rows and some inputs of a batch.
void copy_rows(const EventBatch& from, const std::vector<std::uint32_t>& rows, std::size_t first,
               const std::vector<bool>& inputs, EventBatch& to) {
  to.resize(rows.size());
  std::vector<Timestamp>& times = to.mutable_times();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    times[i] = from.times()[first + rows[i]];
  }
  for (std::size_t input = 0; input < inputs.size(); ++input) {
    if (!inputs[input]) {
      continue;
    }
    const InputColumn& column = from.column(input);
    InputColumn& target = to.column(input);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t row = first + rows[i];
      target.cells[i] = column.cells[row];  // of an absent value: 0, as it has to be
      target.present[i / 64] |= std::uint64_t{column.has(row)} << (i % 64);
    }
  }
}

}  // namespace

ShardSet::ShardSet(const Spec& spec, ShardPlan plan, const ShardOptions& options)
    : spec_(spec), plan_(std::move(plan)), options_(options), instances_(spec.streams().size(), 0) {
  options_.groups = std::max<std::uint32_t>(options_.groups, 1);
  options_.workers = std::clamp<std::uint32_t>(options_.workers, 1, options_.groups);
}

Result<std::unique_ptr<ShardSet>> ShardSet::open(const Spec& spec, ShardPlan plan,
                                                 const ShardOptions& options) {
  std::unique_ptr<ShardSet> set(new ShardSet(spec, std::move(plan), options));
  if (auto made = set->make_units(); !made) {
    return std::move(made).error();
  }
  if (auto started = set->start_workers(); !started) {
    return std::move(started).error();
  }
  return set;
}

ShardSet::~ShardSet() {
  for (Worker& worker : workers_) {
    worker.ring.close();
  }
  for (Worker& worker : workers_) {
    worker.thread.join();
  }
}

Result<void> ShardSet::make_units() {
  // A monitor of the whole gives texts of the specification the numbers they have without shards.
  if (auto whole = Monitor::create(spec_, options_.monitor); !whole) {
    return std::move(whole).error();
  }
  for (std::uint32_t part = 0; part < plan_.parts.size(); ++part) {
    const ShardPart& planned = plan_.parts[part];
    std::vector<std::uint32_t> observed;
    wanted_inputs_.push_back(planned.inputs);
    for (std::uint32_t i = 0; i < planned.streams.size(); ++i) {
      const std::uint32_t stream = planned.streams[i];
      const bool wanted =
          options_.monitor.observe_all || std::ranges::count(options_.monitor.observed, stream) > 0;
      if (planned.owned[i] && wanted) {
        observed.push_back(i);
        if (i < planned.inputs.size()) {
          wanted_inputs_.back()[i] = true;
        }
      }
    }
    first_unit_.push_back(static_cast<std::uint32_t>(units_.size()));
    routers_.emplace_back();
    if (!planned.key) {
      if (auto added = add_unit(part, "global stage", options_.workers, observed); !added) {
        return added;
      }
      continue;
    }
    auto router = Router::make(*planned.key, options_.groups, options_.monitor);
    if (!router) {
      return std::move(router).error();
    }
    routers_.back().emplace(std::move(*router));
    for (std::uint32_t group = 0; group < options_.groups; ++group) {
      const std::string name = "shard " + std::to_string(group) + " of `" + planned.key->text + "`";
      if (auto added = add_unit(part, name, group % options_.workers, observed); !added) {
        return added;
      }
    }
  }
  return {};
}

Result<void> ShardSet::add_unit(std::uint32_t part, std::string name, std::uint32_t worker,
                                const std::vector<std::uint32_t>& observed) {
  MonitorOptions options = options_.monitor;
  options.observe_all = false;
  options.observed = observed;
  options.mark_deadlines = true;
  auto monitor = Monitor::create(plan_.parts[part].spec, std::move(options));
  if (!monitor) {
    return std::move(monitor).error();
  }
  units_.push_back({part, std::move(name), std::move(*monitor), worker});
  streams_.push_back(&plan_.parts[part].streams);
  return {};
}

Result<void> ShardSet::start_workers() {
  std::uint32_t count = 0;
  for (const Unit& unit : units_) {
    count = std::max(count, unit.worker + 1);
  }
  for (std::uint32_t number = 0; number < count; ++number) {
    Worker& worker = workers_.emplace_back(kRingLength);
    for (std::uint32_t i = 0; i < units_.size(); ++i) {
      if (units_[i].worker == number) {
        worker.units.push_back(i);
      }
    }
    // What goes wrong in a unit is kept with its work, so that nothing leaves the loop.
    if (auto started = worker.thread.start([this, &worker] { work(worker); }, [](const Error&) {});
        !started) {
      return started;
    }
  }
  return {};
}

void ShardSet::work(Worker& worker) {
  while (true) {
    const std::optional<Slice*> next = worker.ring.pop(1h);
    if (!next) {
      if (worker.ring.closed_and_empty()) {
        return;
      }
      continue;
    }
    for (const std::uint32_t unit : worker.units) {
      run_unit(units_[unit], (*next)->work[unit], (*next)->until);
    }
    const std::lock_guard lock(mutex_);
    if (--(*next)->num_open == 0) {
      done_.notify_all();
    }
  }
}

void ShardSet::run_unit(Unit& unit, ShardWork& work, const std::optional<Timestamp>& until) {
  work.outcome = support::guarded([&]() -> Result<void> {
    if (auto accepted = unit.monitor.accept(work.events, work.verdicts); !accepted) {
      return accepted;
    }
    return until ? unit.monitor.advance_to(*until, work.verdicts) : Result<void>();
  });
}

Slice& ShardSet::fresh_slice() {
  if (spare_.empty()) {
    spare_.push_back(std::make_unique<Slice>());
    for (std::size_t i = 0; i < units_.size(); ++i) {
      spare_.back()->work.emplace_back().events = EventBatch(spec_.num_inputs(), 1);
    }
  }
  in_flight_.push_back(std::move(spare_.back()));
  spare_.pop_back();
  in_flight_.back()->clear();
  return *in_flight_.back();
}

void ShardSet::submit() {
  Slice* slice = in_flight_.back().get();
  slice->num_open = workers_.size();
  for (Worker& worker : workers_) {
    worker.ring.push(slice);
  }
}

void ShardSet::give(const EventBatch& events, RowRange rows) {
  FAIRMON_CHECK(in_flight_.size() < kRingLength, "slices are given but not taken");
  Slice& slice = fresh_slice();
  std::size_t end = rows.begin;
  Timestamp newest = last_event_.value_or(events.times()[rows.begin]);
  while (end < rows.end && events.times()[end] >= newest) {
    newest = events.times()[end];
    slice.times.push_back(newest);
    ++end;
  }
  if (end < rows.end) {
    slice.refused = Error(ErrorCode::Input, "the events go back in time");
  }
  if (end > rows.begin) {
    scatter(events, {rows.begin, end}, slice);
    last_event_ = newest;
    // Monitors without an event of late still have their deadlines; those of this very moment wait
    // for further events of it.
    slice.until = Timestamp{newest.ns - 1};
  }
  submit();
}

void ShardSet::scatter(const EventBatch& events, RowRange rows, Slice& slice) {
  for (std::uint32_t part = 0; part < plan_.parts.size(); ++part) {
    ShardWork* work = slice.work.data() + first_unit_[part];
    std::size_t count = 1;
    groups_.assign(rows.end - rows.begin, 0);
    if (routers_[part]) {
      count = options_.groups;
      if (auto routed = routers_[part]->route(events, rows, groups_); !routed) {
        slice.refused = std::move(routed).error();
      }
    }
    for (std::uint32_t row = 0; row < groups_.size(); ++row) {
      work[groups_[row]].rows.push_back(row);
    }
    for (std::size_t i = 0; i < count; ++i) {
      copy_rows(events, work[i].rows, rows.begin, wanted_inputs_[part], work[i].events);
    }
  }
}

void ShardSet::advance_to(Timestamp time) {
  fresh_slice().until = time;
  submit();
}

void ShardSet::finish() {
  Slice& slice = fresh_slice();
  slice.until = last_event_;
  submit();
}

Result<void> ShardSet::take(VerdictBatch& verdicts, std::size_t& num_rows) {
  FAIRMON_CHECK(!in_flight_.empty(), "nothing to take");
  {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return in_flight_.front()->num_open == 0; });
  }
  Slice& slice = *in_flight_.front();
  num_rows = slice.times.size();
  shape(verdicts);
  Result<void> outcome = merge_verdicts(slice, streams_, verdicts);
  spare_.push_back(std::move(in_flight_.front()));
  in_flight_.pop_front();
  if (in_flight_.empty()) {
    count_instances();
  }
  return outcome;
}

void ShardSet::shape(VerdictBatch& verdicts) const { shape_verdicts(spec_, verdicts); }

/// While others work nobody may ask them; the numbers are for people to look at.
void ShardSet::count_instances() {
  std::ranges::fill(instances_, 0);
  for (const Unit& unit : units_) {
    const ShardPart& part = plan_.parts[unit.part];
    for (std::uint32_t i = 0; i < part.streams.size(); ++i) {
      if (part.owned[i] && part.spec.streams()[i].spawned) {
        instances_[part.streams[i]] += unit.monitor.num_instances(i);
      }
    }
  }
}

std::uint64_t ShardSet::num_instances(std::uint32_t stream) const { return instances_[stream]; }

bool ShardSet::mark_symbols(SymbolMarks& alive) const {
  bool known = true;
  for (const Unit& unit : units_) {
    known = unit.monitor.mark_symbols(alive) && known;
  }
  return known;
}

void ShardSet::forget_texts() {
  for (std::optional<Router>& router : routers_) {
    if (router) {
      router->forget_texts();
    }
  }
}

}  // namespace fairmon::pipeline
