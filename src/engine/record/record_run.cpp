#include <algorithm>

#include "engine/columns/sweep.hpp"
#include "engine/record/recorder.hpp"
#include "engine/runs/run_evaluator.hpp"

namespace fairmon::engine {

std::optional<Error> Recorder::run(RunEvaluator& evaluator, const RunChanges& changes) {
  const std::vector<RunFailure>& failures = changes.failures;
  // Rows from the first failure on do not count if that failure ends the run.
  std::uint32_t num_rows = evaluator.num_rows();
  std::uint32_t stopped_at = kNone;
  if (stops_) {
    for (const RunFailure& failure : failures) {
      stopped_at = std::min(stopped_at, failure.row);
    }
    num_rows = std::min(num_rows, stopped_at);
  }
  if (observes_any_ || !failures.empty()) {
    number_rows(evaluator, changes, num_rows);
    for (std::uint32_t stream = 0; stream < observed_.size(); ++stream) {
      if (observed_[stream] != 0) {
        run_stream(evaluator, stream, changes, num_rows);
      }
    }
  }
  verdicts_->num_events += num_rows;
  if (num_rows > 0) {
    verdicts_->reached = Timestamp{evaluator.time(num_rows - 1)};
  }
  if (failures.empty()) {
    return std::nullopt;
  }
  const std::size_t first_error = verdicts_->errors.size();
  if (stopped_at != kNone) {
    open_cycle(evaluator.time(stopped_at), true);
  }
  for (const RunFailure& failure : failures) {
    if (stopped_at == kNone) {
      verdicts_->errors.push_back(
          make_error(failure.stream, failure.slot, row_cycles_[failure.row], failure.failure));
    } else if (failure.row == stopped_at) {
      error(failure.stream, failure.slot, failure.failure);
    }
  }
  sort_errors(first_error);
  return stopped_at == kNone ? std::optional<Error>() : describe(verdicts_->errors[first_error]);
}

void Recorder::mark_lives(const std::vector<RunChange>& lives) {
  for (const RunChange& change : lives) {
    const TablePlan& table = state_.plan.tables[change.table];
    if (lifecycle_ && table.spawned &&
        std::ranges::any_of(table.members, [&](std::uint32_t s) { return observes(s); })) {
      row_changes_[change.row] = 1;
    }
  }
}

void Recorder::number_rows(RunEvaluator& evaluator, const RunChanges& changes,
                           std::uint32_t num_rows) {
  row_changes_.assign(evaluator.num_rows(), 0);
  row_cycles_.resize(evaluator.num_rows());
  bool all = false;
  for (std::uint32_t stream = 0; stream < observed_.size() && !all; ++stream) {
    const RunLog& log = evaluator.log(stream);
    if (observed_[stream] == 0 || !log.used) {
      continue;
    }
    all = log.all;
    if (log.cross) {
      for (std::uint32_t entry = 0; entry < log.num_entries; ++entry) {
        row_changes_[log.entry_rows[entry]] = 1;
      }
    } else {
      for (std::uint32_t row = 0; row < num_rows; ++row) {
        row_changes_[row] |= log.has[row];
      }
    }
  }
  mark_lives(changes.spawns);
  mark_lives(changes.closes);
  for (const RunFailure& failure : changes.failures) {
    row_changes_[failure.row] = 1;
  }
  if (!all && none_marked(row_changes_.data(), num_rows)) {
    return;  // nobody will ask for the number of a row
  }
  std::size_t next = verdicts_->cycle_times.size();
  verdicts_->cycle_times.resize(next + num_rows);
  verdicts_->cycle_events.resize(next + num_rows);
  for (std::uint32_t row = 0; row < num_rows; ++row) {
    row_cycles_[row] = static_cast<std::uint32_t>(next);
    verdicts_->cycle_times[next] = Timestamp{evaluator.time(row)};
    verdicts_->cycle_events[next] = static_cast<std::uint32_t>(verdicts_->num_events + row + 1);
    next += all || row_changes_[row] != 0 ? 1U : 0U;
  }
  verdicts_->cycle_times.resize(next);
  verdicts_->cycle_events.resize(next);
}

void Recorder::run_lives(std::uint32_t stream, ChangeKind kind, const std::vector<RunChange>& lives,
                         std::uint32_t num_rows) {
  const std::uint32_t table = state_.plan.streams[stream].table;
  if (!lifecycle_ || !state_.plan.tables[table].spawned) {
    return;
  }
  StreamVerdicts& target = verdicts_->streams[stream];
  for (const RunChange& change : lives) {
    if (change.table == table && change.row < num_rows) {
      row(stream, kind, change.slot, row_cycles_[change.row]);
      target.values.resize(target.values.size() + target.cells_per_value, 0);
    }
  }
}

void Recorder::run_stream(RunEvaluator& evaluator, std::uint32_t stream, const RunChanges& changes,
                          std::uint32_t num_rows) {
  StreamVerdicts& target = verdicts_->streams[stream];
  const std::size_t first = target.cycle.size();
  run_lives(stream, ChangeKind::Spawn, changes.spawns, num_rows);
  const std::size_t num_spawns = target.cycle.size() - first;
  if (evaluator.log(stream).used) {
    run_values(evaluator, stream, num_rows);
  }
  if (num_spawns > 0 && target.cycle.size() > first + num_spawns) {
    merge_spawns(target, first, num_spawns);
  }
  run_lives(stream, ChangeKind::Close, changes.closes, num_rows);  // all in the last row
}

void Recorder::run_values(RunEvaluator& evaluator, std::uint32_t stream, std::uint32_t num_rows) {
  const RunLog& log = evaluator.log(stream);
  StreamVerdicts& target = verdicts_->streams[stream];
  const InstanceTable& table = state_.tables[state_.plan.streams[stream].table];
  const auto append = [&](std::uint32_t value, std::uint32_t slot, std::uint32_t at) {
    target.cycle.push_back(row_cycles_[at]);
    for (std::uint32_t cell = 0; cell < target.cells_per_instance; ++cell) {
      target.parameters.push_back(table.key_column(cell)[slot]);
    }
    for (std::uint32_t cell = 0; cell < target.cells_per_value; ++cell) {
      target.values.push_back(log.columns[cell][value]);
    }
  };
  if (log.cross) {
    for (std::uint32_t entry = 0; entry < log.row_begin[num_rows]; ++entry) {
      append(entry, log.slots[entry], log.entry_rows[entry]);
    }
  } else if (log.all && log.slots == nullptr && target.cells_per_value == 1) {
    target.cycle.insert(target.cycle.end(), row_cycles_.begin(), row_cycles_.begin() + num_rows);
    target.values.insert(target.values.end(), log.columns[0], log.columns[0] + num_rows);
  } else {
    for (std::uint32_t at = 0; at < num_rows; ++at) {
      if (log.has[at] != 0) {
        append(at, log.slots == nullptr ? 0 : log.slots[at], at);
      }
    }
  }
  target.kind.resize(target.cycle.size(), ChangeKind::Value);
}

/// Puts the spawns recorded from `first` on between the values behind them, by cycle.
void Recorder::merge_spawns(StreamVerdicts& target, std::size_t first, std::size_t num_spawns) {
  const std::size_t size = target.cycle.size();
  std::vector<std::uint32_t> order(size - first);
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = static_cast<std::uint32_t>(first + i);
  }
  std::inplace_merge(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(num_spawns), order.end(),
      [&](std::uint32_t a, std::uint32_t b) { return target.cycle[a] < target.cycle[b]; });
  const auto reorder = [&](auto& items, std::size_t width) {
    auto moved = items;
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t k = 0; k < width; ++k) {
        items[(first + i) * width + k] = moved[order[i] * width + k];
      }
    }
  };
  reorder(target.parameters, target.cells_per_instance);
  reorder(target.values, target.cells_per_value);
  reorder(target.kind, 1);
  reorder(target.cycle, 1);
}

}  // namespace fairmon::engine
