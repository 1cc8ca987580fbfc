#include "engine/state.hpp"

#include <algorithm>

namespace fairmon::engine {

State::State(const Plan& the_plan, const MonitorOptions& options)
    : plan(the_plan), symbols(options.symbols), start_time(options.start_time.ns) {
  for (const TablePlan& table : plan.tables) {
    tables.emplace_back(table.parameter_types, table.linger_ns);
  }
  std::uint32_t widest = 1;
  for (const StreamPlan& stream : plan.streams) {
    stores.emplace_back(stream.num_cells, stream.kept, stream.aggregated);
    widest = std::max(widest, stream.num_cells);
  }
  value_.resize(widest);
  make_windows();
  make_folds();
  for (const ir::Period& period : plan.global_periods) {
    globals.emplace_back(period);
  }
  for (const Plan::LocalPeriod& local : plan.local_periods) {
    locals.emplace_back(local.period);
  }
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    if (!plan.tables[table].spawned) {
      begin_life(table, tables[table].spawn(nullptr, 0, 0, 0), 0);
    }
  }
}

void State::make_windows() {
  const ir::Program& program = *plan.program;
  windows.clear();
  for (const ir::Window& window : program.windows) {
    windows.push_back(make_window(window, program.streams[window.target]));
  }
}

void State::make_folds() {
  const ir::Program& program = *plan.program;
  for (const ir::AggregationId id : program.aggregations.ids()) {
    const ir::InstanceAggregation& aggregation = program.aggregations[id];
    folds.emplace_back();
    if (plan.folded(id)) {
      const Type& input = aggregation.map.valid() ? program.exprs[aggregation.map].type
                                                  : program.streams[aggregation.target].type;
      folds.back() = std::make_unique<InstanceFold>(
          *aggregation.aggregate->bind(input, aggregation.aggregate_argument));
    }
  }
}

void State::grow(std::uint32_t table) {
  const std::uint32_t slots = tables[table].num_slots();
  for (const std::uint32_t stream : plan.tables[table].members) {
    stores[stream].grow(slots);
    for (const std::uint32_t window : plan.streams[stream].windows) {
      windows[window]->grow(slots);
    }
  }
}

void State::begin_life(std::uint32_t table, const InstanceTable::Spawned& spawned,
                       std::int64_t time) {
  grow(table);
  const TablePlan& planned = plan.tables[table];
  for (const std::uint32_t stream : planned.members) {
    for (const std::uint32_t window : plan.streams[stream].windows) {
      const bool discrete =
          plan.program->windows[ir::WindowId(window)].kind == ir::WindowKind::Discrete;
      if (!spawned.revived || discrete) {
        windows[window]->clear(spawned.slot);
      }
    }
  }
  for (std::uint32_t i = 0; i < locals.size(); ++i) {
    if (plan.local_periods[i].table == table) {
      locals[i].start(spawned.slot, tables[table].generation(spawned.slot), time);
    }
  }
}

void State::remove_closed(std::uint32_t table) {
  for (const std::uint32_t slot : tables[table].closing()) {
    for (const std::uint32_t stream : plan.tables[table].members) {
      stores[stream].forget(slot);
      for (const std::uint32_t fold : plan.streams[stream].folds) {
        folds[fold]->erase(slot);
      }
    }
  }
  tables[table].remove_closed(now);
}

void State::begin_cycle(std::int64_t time) {
  for (const std::uint32_t table : plan.closing) {
    if (!tables[table].closing().empty()) {
      remove_closed(table);
    }
    while (tables[table].expire(time) != kNone) {
    }
  }
  now = time;
  ++cycle;
}

void State::push(std::uint32_t stream, std::uint32_t slot, const Cell* const* columns,
                 std::uint32_t lane, std::int64_t time, std::uint64_t at_cycle) {
  Store& store = stores[stream];
  store.push(slot, columns, lane, at_cycle);
  const StreamPlan& planned = plan.streams[stream];
  for (const std::uint32_t fold : planned.folds) {
    folds[fold]->touch(slot);
  }
  if (planned.windows.empty()) {
    return;
  }
  for (std::uint32_t cell = 0; cell < planned.num_cells; ++cell) {
    value_[cell] = columns[cell][lane];
  }
  for (const std::uint32_t window : planned.windows) {
    windows[window]->feed(slot, value_.data(), time, at_cycle);
  }
}

void State::drop_stale(std::uint32_t local) {
  const InstanceTable& table = tables[plan.local_periods[local].table];
  LocalClock& clock = locals[local];
  while (!clock.empty()) {
    const LocalClock::Entry& entry = clock.front();
    if (table.generation(entry.slot) == entry.generation &&
        table.life(entry.slot) == InstanceTable::Life::Alive) {
      return;
    }
    clock.drop();
  }
}

std::int64_t State::next_deadline() {
  std::int64_t next = kNever;
  for (const GlobalClock& clock : globals) {
    next = std::min(next, clock.due);
  }
  for (std::uint32_t i = 0; i < locals.size(); ++i) {
    drop_stale(i);
    if (!locals[i].empty()) {
      next = std::min(next, locals[i].front().due);
    }
  }
  return next;
}

std::size_t State::memory_bytes() const {
  std::size_t total = 0;
  for (const InstanceTable& table : tables) {
    total += table.memory_bytes();
  }
  for (const Store& store : stores) {
    total += store.memory_bytes();
  }
  for (const auto& window : windows) {
    total += window->memory_bytes();
  }
  for (const auto& fold : folds) {
    total += fold ? fold->memory_bytes() : 0;
  }
  for (const LocalClock& clock : locals) {
    total += clock.memory_bytes();
  }
  return total;
}

template <class Archive>
void State::transfer(Archive& archive) {
  archive(cycle);
  archive(now);
  archive(had_event);
  archive(last_event);
  for (InstanceTable& table : tables) {
    table.transfer(archive);
  }
  // What nobody reads later is there after single events and not after batches; equal states have
  // equal bytes without it.
  for (std::uint32_t stream = 0; stream < stores.size(); ++stream) {
    if (plan.streams[stream].remembered) {
      stores[stream].transfer(archive);
    }
  }
  for (GlobalClock& clock : globals) {
    archive(clock.k);
    archive(clock.due);
  }
  for (LocalClock& clock : locals) {
    clock.transfer(archive);
  }
}

namespace {
constexpr std::uint32_t kVersion = 6;
}

void State::save(std::string& bytes) const {
  ArchiveWriter archive(bytes);
  archive(kVersion);
  // Writing does not change anything; one function for both ways needs the cast.
  const_cast<State*>(this)->transfer(archive);
  for (const auto& window : windows) {
    window->save(archive);
  }
}

bool State::restore(std::string_view bytes) {
  ArchiveReader archive(bytes);
  std::uint32_t version = 0;
  archive(version);
  if (version != kVersion) {
    return false;
  }
  transfer(archive);
  make_windows();
  for (std::uint32_t table = 0; table < tables.size() && !archive.failed(); ++table) {
    grow(table);
  }
  for (const auto& window : windows) {
    window->restore(archive);
  }
  if (archive.failed() || !archive.at_end() || !is_sound()) {
    return false;
  }
  for (const auto& fold : folds) {  // they are not saved: the stores say what they hold
    if (fold) {
      fold->touch_all();
    }
  }
  return true;
}

}  // namespace fairmon::engine
