#include "engine/kernels/evaluator.hpp"

#include <algorithm>

#include "engine/columns/sweep.hpp"
#include "support/check.hpp"

namespace fairmon::engine {

namespace {
/// Constant columns have this length from the beginning and never move; longer ones are temporary.
constexpr std::uint32_t kConstantLanes = 1024;
}  // namespace

Evaluator::Evaluator(State& state)
    : state_(state),
      plan_(state.plan),
      repeated_(plan_.repeated),
      memos_(plan_.program->exprs.size()),
      ones_(kConstantLanes, Cell{1}) {
  const ir::Program& program = *plan_.program;
  constant_first_.resize(program.exprs.size(), kNone);
  for (const ir::ExprId id : program.exprs.ids()) {
    const ir::Expr& expr = program.exprs[id];
    if (expr.kind == ir::ExprKind::Constant) {
      constant_first_[id.index()] = static_cast<std::uint32_t>(constant_cells_.size());
      constant_cells_.resize(constant_cells_.size() + expr.type.num_cells());
      value_to_cells(expr.type, expr.constant, constant_cells_.data() + constant_first_[id.index()],
                     *state_.symbols);
    }
  }
  constant_columns_.resize(constant_cells_.size());
}

Frame Evaluator::frame(std::uint32_t count) {
  Frame made;
  made.count = count;
  made.bad = arena_.bytes(count);
  std::fill_n(made.bad, count, std::uint8_t{0});
  failures_.clear();
  made.failures = &failures_;
  remembered_.clear();
  renew(made);
  return made;
}

const Cell** Evaluator::pointers(std::size_t count) {
  static_assert(sizeof(Cell) == sizeof(const Cell*));
  return reinterpret_cast<const Cell**>(arena_.cells(count));
}

Cell** Evaluator::columns(std::uint32_t num_cells, std::uint32_t num_lanes) {
  auto** made = reinterpret_cast<Cell**>(arena_.cells(num_cells));
  for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
    made[cell] = arena_.cells(num_lanes);
  }
  return made;
}

const Cell* Evaluator::constant_column(Cell cell, std::uint32_t count) {
  Cell* column = arena_.cells(count);
  std::fill_n(column, count, cell);
  return column;
}

const Cell* Evaluator::ones(std::uint32_t count) {
  return count <= kConstantLanes ? ones_.data() : constant_column(1, count);
}

void Evaluator::fail(const Frame& frame, std::uint32_t lane, const LaneFailure& failure) const {
  if (frame.bad[lane] == 0) {
    frame.bad[lane] = 1;
    frame.failures->push_back(failure);
  }
}

void Evaluator::eval(const Frame& frame, ir::ExprId id, const Selection& selection,
                     const Cell** out) {
  if (repeated_[id.index()] == 0) {
    return compute(frame, id, selection, out);
  }
  Memo& memo = memos_[id.index()];
  const std::uint32_t num_cells = plan_.expr(id).type.num_cells();
  if (memo.serial == frame.serial) {
    std::copy_n(memo.columns, num_cells, out);
    return;
  }
  compute(frame, id, selection, out);
  memo.columns = pointers(num_cells);
  std::copy_n(out, num_cells, memo.columns);
  memo.serial = frame.serial;
  remembered_.push_back(id);
}

void Evaluator::compute(const Frame& frame, ir::ExprId id, const Selection& selection,
                        const Cell** out) {
  const ir::Expr& expr = plan_.expr(id);
  switch (expr.kind) {
    case ir::ExprKind::Constant:
      return constant(frame, id, out);
    case ir::ExprKind::Parameter:
      return parameter(frame, expr, selection, out);
    case ir::ExprKind::LambdaParameter:
      return lambda_parameter(frame, expr, selection, out);
    case ir::ExprKind::Now:
      out[0] = now(frame, selection);
      return;
    case ir::ExprKind::Sync:
    case ir::ExprKind::Offset:
    case ir::ExprKind::Hold:
    case ir::ExprKind::Get:
    case ir::ExprKind::IsFresh:
    case ir::ExprKind::WindowRead:
      return read_stream(frame, expr, selection, out);
    case ir::ExprKind::InstanceAggregate:
      return aggregate(frame, id, selection, out);
    case ir::ExprKind::Apply:
      return apply(frame, expr, selection, out);
    case ir::ExprKind::Equal:
      return equal(frame, expr, selection, out);
    case ir::ExprKind::And:
      return lazy_chain(frame, expr, selection, false, out);
    case ir::ExprKind::Or:
      return lazy_chain(frame, expr, selection, true, out);
    case ir::ExprKind::If:
      return choose(frame, expr, selection, out);
    case ir::ExprKind::Defaults:
      return defaults(frame, expr, selection, out);
    case ir::ExprKind::Tuple:
      for (const ir::ExprId operand : expr.operands) {
        eval(frame, operand, selection, out);
        out += plan_.expr(operand).type.num_cells();
      }
      return;
    case ir::ExprKind::Project:
      return project(frame, expr, selection, out);
    case ir::ExprKind::Some:
      out[0] = ones(frame.count);
      return eval(frame, expr.operands[0], selection, out + 1);
    case ir::ExprKind::Error:
      break;
  }
  FAIRMON_CHECK(false, "an erroneous expression reached the engine");
}

void Evaluator::constant(const Frame& frame, ir::ExprId id, const Cell** out) {
  const std::uint32_t first = constant_first_[id.index()];
  for (std::uint32_t cell = 0; cell < plan_.expr(id).type.num_cells(); ++cell) {
    if (frame.count > kConstantLanes) {
      out[cell] = constant_column(constant_cells_[first + cell], frame.count);
      continue;
    }
    std::vector<Cell>& column = constant_columns_[first + cell];
    if (column.empty()) {
      column.assign(kConstantLanes, constant_cells_[first + cell]);
    }
    out[cell] = column.data();
  }
}

void Evaluator::parameter(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                          const Cell** out) {
  const std::uint32_t first = plan_.tables[frame.table].parameter_cells[expr.index];
  const std::uint32_t num_cells = expr.type.num_cells();
  for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
    if (frame.parameters != nullptr) {
      out[cell] = frame.parameters[first + cell];
      continue;
    }
    const Cell* keys = state_.tables[frame.table].key_column(first + cell).data();
    Cell* column = arena_.cells(frame.count);
    for_each(selection, [&](std::uint32_t lane) { column[lane] = keys[frame.slots[lane]]; });
    out[cell] = column;
  }
}

void Evaluator::lambda_parameter(const Frame& frame, const ir::Expr& expr,
                                 const Selection& selection, const Cell** out) {
  const StreamPlan& target = plan_.streams[frame.lambda_stream];
  const TablePlan& table = plan_.tables[target.table];
  if (expr.index >= table.parameter_types.size()) {
    return lambda_value(frame, selection, out);
  }
  const std::uint32_t num_cells = expr.type.num_cells();
  for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
    Cell* column = arena_.cells(frame.count);
    const Cell* keys =
        state_.tables[target.table].key_column(table.parameter_cells[expr.index] + cell).data();
    for_each(selection, [&](std::uint32_t lane) { column[lane] = keys[frame.lambda_slots[lane]]; });
    out[cell] = column;
  }
}

const std::uint32_t* Evaluator::target_slots(const Frame& frame, const ir::Expr& expr,
                                             std::uint32_t stream, const Selection& selection,
                                             bool lingering) {
  const std::uint32_t table = plan_.streams[stream].table;
  if (expr.operands.empty()) {
    return nullptr;
  }
  if (table == frame.table && frame.slots != nullptr &&
      ir::names_own_instance(*plan_.program, expr, plan_.tables[table].parameter_types.size())) {
    return frame.slots;
  }
  if (const std::uint32_t* slots = linked(frame, expr, table, selection, lingering)) {
    return slots;
  }
  const Cell** keys = pointers(plan_.tables[table].num_key_cells);
  std::uint32_t cell = 0;
  for (const ir::ExprId operand : expr.operands) {
    eval(frame, operand, selection, keys + cell);
    cell += plan_.expr(operand).type.num_cells();
  }
  return find(frame, table, keys, selection, lingering);
}

void Evaluator::read_stream(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                            const Cell** out) {
  if (expr.kind == ir::ExprKind::WindowRead) {
    const ir::Window& window = plan_.program->windows[expr.window];
    const bool lingering = window.kind != ir::WindowKind::Discrete;
    const std::uint32_t* slots =
        target_slots(frame, expr, window.target.value, selection, lingering);
    return read_window(frame, expr, slots, selection, out);
  }
  const std::uint32_t* slots = target_slots(frame, expr, expr.stream.value, selection, false);
  access(frame, expr, slots, selection, out);
}

Selection Evaluator::without_bad(const Frame& frame, const Selection& selection) {
  if (none_marked(frame.bad, frame.count)) {
    return selection;
  }
  std::uint32_t* good = arena_.indices(selection.count);
  std::uint32_t count = 0;
  for_each(selection, [&](std::uint32_t lane) {
    good[count] = lane;
    count += frame.bad[lane] == 0 ? 1U : 0U;
  });
  return {good, count};
}

Selection Evaluator::filter(const Frame& frame, const std::vector<ir::ExprId>& conditions,
                            Selection selection) {
  for (const ir::ExprId condition : conditions) {
    if (selection.empty()) {
      return selection;
    }
    const ir::Expr& expr = plan_.expr(condition);
    if (expr.kind == ir::ExprKind::Equal && selection.lanes == nullptr &&
        compares_cells(plan_.expr(expr.operands[0]).type)) {
      selection = keep_equal(frame, expr, selection);
      continue;
    }
    const Cell* holds = nullptr;
    eval(frame, condition, selection, &holds);
    selection = keep(frame, holds, selection);
  }
  return selection;
}

std::size_t Evaluator::memory_bytes() const noexcept {
  std::size_t total = arena_.memory_bytes();
  for (const std::vector<Cell>& column : constant_columns_) {
    total += column.capacity() * sizeof(Cell);
  }
  return total;
}

}  // namespace fairmon::engine
