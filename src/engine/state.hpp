#pragma once

#include <fairmon/monitor.hpp>

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/columns/arena.hpp"
#include "engine/instances/fold.hpp"
#include "engine/instances/store.hpp"
#include "engine/instances/table.hpp"
#include "engine/plan/plan.hpp"
#include "engine/schedule/schedule.hpp"
#include "engine/windows/window.hpp"

namespace fairmon::engine {

/// Everything a monitor remembers between cycles.
struct State {
  State(const Plan& the_plan, const MonitorOptions& options);

  const Plan& plan;
  std::shared_ptr<SymbolTable> symbols;
  std::int64_t start_time = 0;  ///< calendar time of monitor time 0
  std::vector<InstanceTable> tables;
  std::vector<Store> stores;
  std::vector<std::unique_ptr<Window>> windows;
  /// Aggregations over instances that are kept up to date, by AggregationId; others are null.
  std::vector<std::unique_ptr<InstanceFold>> folds;
  std::vector<GlobalClock> globals;
  std::vector<LocalClock> locals;
  std::uint64_t cycle = 0;  ///< number of the current cycle, counted from 1
  std::int64_t now = 0;     ///< its time
  bool had_event = false;
  std::int64_t last_event = 0;

  /// Instances created since the last call get room in all stores and windows of the table.
  void grow(std::uint32_t table);
  /// A life begins: local clocks start, windows that do not outlive an instance are emptied.
  void begin_life(std::uint32_t table, const InstanceTable::Spawned& spawned, std::int64_t time);
  /// Removes what was closed in the previous cycle and what has aged out.
  void begin_cycle(std::int64_t time);
  /// Stores a value and hands it to the windows of the stream.
  void push(std::uint32_t stream, std::uint32_t slot, const Cell* const* columns,
            std::uint32_t lane, std::int64_t time, std::uint64_t at_cycle);

  /// Time of the next deadline, or kNever.
  [[nodiscard]] std::int64_t next_deadline();
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Marks the texts that keys, values and windows refer to (live_symbols.cpp). False: a window
  /// cannot tell.
  [[nodiscard]] bool mark_symbols(SymbolMarks& alive) const;

  void save(std::string& bytes) const;
  [[nodiscard]] bool restore(std::string_view bytes);

 private:
  template <class Archive>
  void transfer(Archive& archive);
  void make_windows();
  /// Restored parts fit together (soundness.cpp).
  [[nodiscard]] bool is_sound() const;
  void make_folds();
  void remove_closed(std::uint32_t table);
  void drop_stale(std::uint32_t local);

  std::vector<Cell> value_;  ///< one value side by side, for windows
};

}  // namespace fairmon::engine
