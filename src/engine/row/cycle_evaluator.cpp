#include "engine/row/cycle_evaluator.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace fairmon::engine {

CycleEvaluator::CycleEvaluator(State& state)
    : Evaluator(state), links_(state.plan.program->exprs.size()) {
  const ir::Program& program = *plan_.program;
  for (const ir::InstanceAggregation& aggregation : program.aggregations) {
    const Type& input = aggregation.map.valid() ? program.exprs[aggregation.map].type
                                                : program.streams[aggregation.target].type;
    const auto bound = aggregation.aggregate->bind(input, aggregation.aggregate_argument);
    FAIRMON_CHECK(bound.has_value(), "the aggregate does not take the instances' values");
    BoundAggregation one{*bound, false, {}, {}};
    if (aggregation.where.valid()) {
      one.conditions.push_back(aggregation.where);
    }
    for (const ir::ExprId lambda : {aggregation.where, aggregation.map}) {
      visit_exprs(program, lambda, [&](ir::ExprId part) {
        one.depends_on_reader |= program.exprs[part].kind == ir::ExprKind::Parameter;
      });
    }
    aggregations_.push_back(std::move(one));
  }
}

const std::uint32_t* CycleEvaluator::find(const Frame& frame, std::uint32_t table,
                                          const Cell* const* keys, const Selection& selection,
                                          bool lingering) {
  const InstanceTable& instances = state_.tables[table];
  std::uint32_t* slots = arena_.indices(frame.count);
  std::uint64_t* hashes = arena_.cells(frame.count);
  instances.find_all(keys, selection, hashes, slots);
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t slot = slots[lane];
    slots[lane] = slot != kNone && (lingering || instances.exists(slot)) ? slot : kNone;
  });
  return slots;
}

/// What an access of any kind reads: some past of the instance that each lane names.
struct CycleEvaluator::Reading {
  const Store& store;
  const InstanceTable& table;
  const std::uint32_t* slots;
  std::uint64_t cycle;

  [[nodiscard]] std::uint32_t slot_of(std::uint32_t lane) const noexcept {
    const std::uint32_t slot = slots == nullptr ? 0 : slots[lane];
    return slot < table.num_slots() && table.exists(slot) ? slot : kNone;
  }
  [[nodiscard]] bool fresh(std::uint32_t slot) const noexcept {
    return slot != kNone && store.fresh(slot, cycle);
  }
  /// How many values to step back from the newest one; kNone if there is nothing to read.
  [[nodiscard]] std::uint64_t steps(const ir::Expr& expr, std::uint32_t slot) const noexcept {
    if (slot == kNone || (expr.kind == ir::ExprKind::Get && !fresh(slot))) {
      return kNone;
    }
    std::uint64_t back = 0;
    if (expr.kind == ir::ExprKind::Offset) {
      back = fresh(slot) ? expr.index : expr.index - 1;
    }
    return store.count(slot) > back ? back : kNone;
  }
  /// The value `back` steps ago, or zeros if that is kNone.
  void write(std::uint32_t slot, std::uint64_t back, std::uint32_t lane, Cell** to) const {
    for (std::uint32_t cell = 0; cell < store.num_cells(); ++cell) {
      to[cell][lane] = back == kNone ? 0 : store.value(slot, cell, back);
    }
  }
};

void CycleEvaluator::access(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                            const Selection& selection, const Cell** out) {
  if (slots == nullptr && frame.count > 1) {
    return access_one(frame, expr, selection, out);
  }
  const Store& store = state_.stores[expr.stream.index()];
  if (slots != nullptr && store.kept() == 1 && store.num_cells() == 1) {
    return access_newest(frame, expr, slots, selection, out);
  }
  const InstanceTable& table = state_.tables[plan_.streams[expr.stream.index()].table];
  if (slots == nullptr && store.kept() == 1 && store.num_cells() == 1 && table.num_slots() > 0 &&
      table.exists(0)) {
    return access_columns(frame, expr, 0, selection, out);  // one lane, one slot, one cell
  }
  const Reading reading{store, table, slots, state_.cycle};
  if (expr.kind == ir::ExprKind::IsFresh) {
    Cell* result = arena_.cells(frame.count);
    for_each(selection, [&](std::uint32_t lane) {
      result[lane] = cell_of(reading.fresh(reading.slot_of(lane)));
    });
    out[0] = result;
    return;
  }
  const std::uint32_t num_cells = store.num_cells();
  if (expr.kind == ir::ExprKind::Sync) {
    Cell** made = columns(num_cells, frame.count);
    for_each(selection, [&](std::uint32_t lane) {
      const std::uint32_t slot = reading.slot_of(lane);
      const bool fresh = reading.fresh(slot);
      reading.write(slot, fresh ? 0 : kNone, lane, made);
      frame.bad[lane] |= fresh ? 0 : 1;
    });
    std::copy_n(made, num_cells, out);
    return;
  }
  Cell** made = columns(num_cells + 1, frame.count);
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t slot = reading.slot_of(lane);
    const std::uint64_t back = reading.steps(expr, slot);
    made[0][lane] = cell_of(back != kNone);
    reading.write(slot, back, lane, made + 1);
  });
  std::copy_n(made, num_cells + 1, out);
}

/// A stream without parameters looks the same from every lane.
void CycleEvaluator::access_one(const Frame& frame, const ir::Expr& expr,
                                const Selection& selection, const Cell** out) {
  std::uint8_t bad = 0;
  Frame single;
  single.count = 1;
  single.bad = &bad;
  const std::uint32_t num_cells = expr.type.num_cells();
  const Cell** found = pointers(num_cells);
  access(single, expr, nullptr, Selection::all(1), found);
  for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
    out[cell] = constant_column(found[cell][0], frame.count);
  }
  if (bad != 0) {
    for_each(selection, [&](std::uint32_t lane) { frame.bad[lane] = 1; });
  }
}

void CycleEvaluator::read_window(const Frame& frame, const ir::Expr& expr,
                                 const std::uint32_t* slots, const Selection& selection,
                                 const Cell** out) {
  const ir::Window& planned = plan_.program->windows[expr.window];
  Window& window = *state_.windows[expr.window.index()];
  const std::uint32_t table = plan_.streams[planned.target.index()].table;
  const InstanceTable& instances = state_.tables[table];
  // A count window ends with its instance, the others outlive it.
  const bool readable = instances.num_slots() > 0 && (planned.kind != ir::WindowKind::Discrete ||
                                                      slots != nullptr || instances.exists(0));
  const bool from_spawn = planned.start == ir::WindowStart::CallerSpawn;
  const std::uint32_t num_cells = expr.type.num_cells();
  Cell** made = columns(num_cells, frame.count);
  Cell* result = arena_.cells(num_cells);
  WindowMoment moment{state_.now, 0, 0};
  builtins::Evaluation evaluation = aggregate_context();
  for_each(selection, [&](std::uint32_t lane) {
    if (from_spawn) {
      const std::uint32_t caller = frame.slots == nullptr ? 0 : frame.slots[lane];
      moment.start = state_.tables[frame.table].spawn_time(caller);
      moment.first_cycle = state_.tables[frame.table].spawn_cycle(caller);
    }
    const std::uint32_t slot = slots != nullptr ? slots[lane] : (readable ? 0 : kNone);
    window.read(slot, moment, result, evaluation);
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      made[cell][lane] = result[cell];
    }
    if (evaluation.failure != builtins::Failure::None) {
      fail(frame, lane,
           {lane, evaluation.failure, evaluation.offender, expr.span, nullptr, &window.result()});
      evaluation.failure = builtins::Failure::None;
    }
  });
  std::copy_n(made, num_cells, out);
}

const Cell* CycleEvaluator::now(const Frame& frame, const Selection&) {
  return constant_column(cell_of(state_.now + state_.start_time), frame.count);
}

}  // namespace fairmon::engine
