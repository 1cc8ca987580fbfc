#include <algorithm>

#include "engine/runs/run.hpp"

namespace fairmon::engine {

void Run::evaluate_recursive(std::uint32_t stream, Frame& frame, const Selection& rows) {
  RunLog& log = evaluator_.log(stream);
  own_columns(stream);
  log.previous = evaluator_.arena().indices(evaluator_.num_rows());
  if (!scans_[stream] || plan_.streams[stream].past_read) {
    log.depth = evaluator_.arena().indices(evaluator_.num_rows());
    log.jump = evaluator_.arena().indices(evaluator_.num_rows());
  }
  evaluator_.start_growing(stream);
  if (scans_[stream]) {
    scan_rows(stream, *scans_[stream], frame, rows);
  } else {
    evaluator_.set_lasting(false);
    waves(stream, frame, rows);
    evaluator_.set_lasting(true);
  }
  evaluator_.stop_growing(stream);
  log.all = std::all_of(log.has, log.has + frame.count, [](std::uint8_t h) { return h != 0; });
}

void Run::scan_rows(std::uint32_t stream, const Scan& scan, Frame& frame, const Selection& rows) {
  const ClausePlan& clause = state_.plan.streams[stream].evals.front();
  const Selection applies = evaluator_.filter(frame, clause.conditions, rows);
  if (applies.empty()) {
    return;
  }
  const auto num_columns = scan.columns().size();
  auto** columns = reinterpret_cast<const Cell**>(evaluator_.arena().cells(num_columns));
  for (std::size_t i = 0; i < num_columns; ++i) {
    evaluator_.eval(frame, scan.columns()[i], applies, columns + i);
  }
  if (running_total(stream)) {
    RunLog& log = evaluator_.log(stream);
    Cell* result = const_cast<Cell*>(log.columns[0]);
    const Selection good = evaluator_.without_bad(frame, applies);
    state_.stores[stream].add_rows(log.slots, good, columns[scan.simple()->initial],
                                   columns[scan.simple()->operand], evaluator_.cycle(0), result);
    for_each(good, [&](std::uint32_t row) { log.has[row] = 1; });
    log.stored = true;
    return;
  }
  step_rows(stream, scan, frame, applies, columns);
}

void Run::step_rows(std::uint32_t stream, const Scan& scan, Frame& frame, const Selection& applies,
                    const Cell* const* columns) {
  RunLog& log = evaluator_.log(stream);
  Overlay& overlay = evaluator_.overlay(stream);
  const Store& store = state_.stores[stream];
  Cell* result = const_cast<Cell*>(log.columns[0]);
  builtins::Evaluation evaluation;
  evaluation.symbols = state_.symbols.get();
  const auto step = [&](std::uint32_t row, auto&& compute) {
    if (frame.bad[row] != 0) {
      return;
    }
    const std::uint32_t slot = log.slots == nullptr ? 0 : log.slots[row];
    const std::uint32_t before = overlay.newest(slot);
    Cell stored = 0;
    const Cell* previous = nullptr;
    if (before != kNone) {
      previous = result + before;
    } else if (store.count(slot) > 0) {
      stored = store.value(slot, 0);
      previous = &stored;
    }
    const Cell value = compute(row, previous);
    if (evaluation.failure != builtins::Failure::None) [[unlikely]] {
      const ir::Expr& failed = *scan.failed();
      frame.bad[row] = 1;
      frame.failures->push_back({row, evaluation.failure, evaluation.offender, failed.span,
                                 &failed.body(), nullptr, evaluation.culprit});
      evaluation.failure = builtins::Failure::None;
      return;
    }
    result[row] = value;
    log.has[row] = 1;
    log.link(row, before);
    overlay.set(slot, row);
  };
  if (scan.simple() && scan.simple()->integer_add) {
    const Cell* initial = columns[scan.simple()->initial];
    const Cell* operand = columns[scan.simple()->operand];
    for_each(applies, [&](std::uint32_t row) {
      step(row, [&](std::uint32_t at, const Cell* previous) {
        return (previous != nullptr ? *previous : initial[at]) + operand[at];
      });
    });
    // Additions do not fail: only rows that were bad before have no value.
    log.produced = evaluator_.without_bad(frame, applies);
    log.listed = true;
    return;
  }
  for_each(applies, [&](std::uint32_t row) {
    step(row, [&](std::uint32_t at, const Cell* previous) {
      evaluation.now_ns = evaluator_.time(at) + state_.start_time;
      return scan.value(columns, at, previous, evaluation);
    });
  });
}

/// The k-th wave holds the k-th row of every instance, so that the rows of a wave do not depend on
/// each other.
void Run::waves(std::uint32_t stream, Frame& frame, const Selection& rows) {
  const std::uint32_t table = state_.plan.streams[stream].table;
  occurrences_.begin(state_.tables[table].num_slots());
  std::uint32_t* wave_of = evaluator_.arena().indices(frame.count);
  std::uint32_t num_waves = 0;
  for_each(rows, [&](std::uint32_t row) {
    const std::uint32_t slot = frame.slots == nullptr ? 0 : frame.slots[row];
    const std::uint32_t seen = occurrences_.newest(slot);
    wave_of[row] = seen == kNone ? 0 : seen;
    occurrences_.set(slot, wave_of[row] + 1);
    num_waves = std::max(num_waves, wave_of[row] + 1);
  });
  // Rows sorted by wave, ascending inside each.
  std::uint32_t* begin = evaluator_.arena().indices(num_waves + 2);
  std::fill_n(begin, num_waves + 2, 0U);
  for_each(rows, [&](std::uint32_t row) { ++begin[wave_of[row] + 2]; });
  for (std::uint32_t wave = 2; wave < num_waves + 2; ++wave) {
    begin[wave] += begin[wave - 1];
  }
  std::uint32_t* sorted = evaluator_.arena().indices(rows.count);
  for_each(rows, [&](std::uint32_t row) { sorted[begin[wave_of[row] + 1]++] = row; });
  for (std::uint32_t wave = 0; wave < num_waves; ++wave) {
    one_wave(stream, frame, {sorted + begin[wave], begin[wave + 1] - begin[wave]});
  }
}

void Run::one_wave(std::uint32_t stream, Frame& frame, const Selection& wave) {
  ArenaScope scope(evaluator_.arena());
  const StreamPlan& planned = state_.plan.streams[stream];
  RunLog& log = evaluator_.log(stream);
  Overlay& overlay = evaluator_.overlay(stream);
  auto** value = reinterpret_cast<const Cell**>(evaluator_.arena().cells(planned.num_cells));
  for (const ClausePlan& clause : planned.evals) {
    evaluator_.renew(frame);
    const Selection applies =
        evaluator_.filter(frame, clause.conditions, open_rows(frame, clause, wave));
    if (applies.empty()) {
      continue;
    }
    evaluator_.eval(frame, clause.with, applies, value);
    for_each(applies, [&](std::uint32_t row) {
      if (frame.bad[row] == 0) {
        const std::uint32_t slot = log.slots == nullptr ? 0 : log.slots[row];
        for (std::uint32_t cell = 0; cell < planned.num_cells; ++cell) {
          const_cast<Cell*>(log.columns[cell])[row] = value[cell][row];
        }
        log.has[row] = 1;
        log.link(row, overlay.newest(slot));
        overlay.set(slot, row);
      }
      frame.bad[row] |= 2;
    });
  }
}

}  // namespace fairmon::engine
