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

template <class Value>
void CycleEvaluator::write_optional(const Frame& frame, const Selection& selection,
                                    std::uint32_t num_cells, Value&& value, const Cell** out) {
  Cell** made = columns(num_cells + 1, frame.count);
  for_each(selection, [&](std::uint32_t lane) {
    const bool present = value(lane, made + 1);
    made[0][lane] = cell_of(present);
    if (!present) {
      for (std::uint32_t cell = 1; cell <= num_cells; ++cell) {
        made[cell][lane] = 0;
      }
    }
  });
  std::copy_n(made, num_cells + 1, out);
}

void CycleEvaluator::access(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                            const Selection& selection, const Cell** out) {
  if (slots == nullptr && frame.count > 1) {
    return access_one(frame, expr, selection, out);
  }
  const Store& target = state_.stores[expr.stream.index()];
  if (slots != nullptr && target.kept() == 1 && target.num_cells() == 1) {
    return access_newest(frame, expr, slots, selection, out);
  }
  const Store& store = state_.stores[expr.stream.index()];
  const InstanceTable& table = state_.tables[plan_.streams[expr.stream.index()].table];
  const std::uint64_t cycle = state_.cycle;
  const std::uint32_t num_cells = store.num_cells();
  const auto slot_of = [&](std::uint32_t lane) -> std::uint32_t {
    const std::uint32_t slot = slots == nullptr ? 0 : slots[lane];
    return slot < table.num_slots() && table.exists(slot) ? slot : kNone;
  };
  const auto copy = [&](std::uint32_t slot, std::uint64_t back, std::uint32_t lane, Cell** to) {
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      to[cell][lane] = store.value(slot, cell, back);
    }
  };
  if (expr.kind == ir::ExprKind::IsFresh) {
    Cell* result = arena_.cells(frame.count);
    for_each(selection, [&](std::uint32_t lane) {
      const std::uint32_t slot = slot_of(lane);
      result[lane] = cell_of(slot != kNone && store.fresh(slot, cycle));
    });
    out[0] = result;
    return;
  }
  if (expr.kind == ir::ExprKind::Sync) {
    Cell** made = columns(num_cells, frame.count);
    for_each(selection, [&](std::uint32_t lane) {
      const std::uint32_t slot = slot_of(lane);
      if (slot != kNone && store.fresh(slot, cycle)) {
        copy(slot, 0, lane, made);
        return;
      }
      frame.bad[lane] = 1;
      for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
        made[cell][lane] = 0;
      }
    });
    std::copy_n(made, num_cells, out);
    return;
  }
  const auto value = [&](std::uint32_t lane, Cell** to) {
    const std::uint32_t slot = slot_of(lane);
    if (slot == kNone) {
      return false;
    }
    const bool fresh = store.fresh(slot, cycle);
    std::uint64_t back = 0;
    if (expr.kind == ir::ExprKind::Offset) {
      back = fresh ? expr.index : expr.index - 1;
    } else if (expr.kind == ir::ExprKind::Get && !fresh) {
      return false;
    }
    if (store.count(slot) <= back) {
      return false;
    }
    copy(slot, back, lane, to);
    return true;
  };
  write_optional(frame, selection, num_cells, value, out);
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
