#include <algorithm>

#include "builtins/equality.hpp"
#include "engine/kernels/evaluator.hpp"

namespace fairmon::engine {

namespace {

/// Nearly all operands are scalars; counting the cells of others means walking their type.
std::uint32_t cells_of(const Type& type) {
  return type.is(TypeKind::Tuple) || type.is(TypeKind::Optional) ? type.num_cells() : 1;
}

}  // namespace

void Evaluator::apply(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                      const Cell** out) {
  const builtins::Overload& body = expr.body();
  std::size_t num_cells = 0;
  for (const ir::ExprId operand : expr.operands) {
    num_cells += cells_of(plan_.expr(operand).type);
  }
  const Cell** arguments = pointers(num_cells);
  std::size_t at = 0;
  for (const ir::ExprId operand : expr.operands) {
    eval(frame, operand, selection, arguments + at);
    at += cells_of(plan_.expr(operand).type);
  }
  Cell* result = arena_.cells(frame.count);
  builtins::Evaluation evaluation;
  evaluation.symbols = state_.symbols.get();
  evaluation.prepared = expr.prepared.get();
  evaluation.now_ns = state_.now + state_.start_time;
  failed_rows_.clear();
  builtins::ColumnCall call;
  call.arguments = arguments;
  call.result = result;
  call.rows = selection.lanes;
  call.count = selection.count;
  call.evaluation = &evaluation;
  call.failed_rows = &failed_rows_;
  body.column(call);
  for (const auto& row : failed_rows_) {
    fail(frame, row.row,
         {row.row, row.failure, row.offender, expr.span, &body, nullptr, row.culprit});
  }
  out[0] = result;
}

void Evaluator::equal(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                      const Cell** out) {
  const Type& type = plan_.expr(expr.operands[0]).type;
  const Cell** left = pointers(type.num_cells());
  const Cell** right = pointers(type.num_cells());
  eval(frame, expr.operands[0], selection, left);
  eval(frame, expr.operands[1], selection, right);
  Cell* result = arena_.cells(frame.count);
  equal_columns(arena_, type, left, right, selection, frame.count, result);
  out[0] = result;
}

void Evaluator::project(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                        const Cell** out) {
  const Type& type = plan_.expr(expr.operands[0]).type;
  const bool optional = type.is(TypeKind::Optional);
  const Type& tuple = optional ? type.inner() : type;
  const Cell** whole = pointers(type.num_cells());
  eval(frame, expr.operands[0], selection, whole);
  std::uint32_t first = optional ? 1 : 0;
  for (std::uint32_t i = 0; i < expr.index; ++i) {
    first += tuple.parts()[i].num_cells();
  }
  const Type& part = tuple.parts()[expr.index];
  const std::uint32_t num_cells = part.num_cells();
  if (!optional) {
    std::copy_n(whole + first, num_cells, out);
    return;
  }
  if (expr.type.num_cells() == num_cells + 1) {
    out[0] = whole[0];
    std::copy_n(whole + first, num_cells, out + 1);
    return;
  }
  // An optional component of an optional tuple: present if both are. Absent content is zero, so
  // the component's own mark says it already.
  std::copy_n(whole + first, num_cells, out);
}

bool compares_cells(const Type& type) noexcept {
  return !type.is(TypeKind::Tuple) && !type.is(TypeKind::Optional) &&
         builtins::equal_means_identical(type);
}

void equal_columns(Arena& arena, const Type& type, const Cell* const* left,
                   const Cell* const* right, const Selection& selection, std::uint32_t num_lanes,
                   Cell* result) {
  switch (type.kind()) {
    case TypeKind::Float:
    case TypeKind::Prob:
      for_each(selection, [&](std::uint32_t lane) {
        result[lane] = cell_of(cell_double(left[0][lane]) == cell_double(right[0][lane]));
      });
      return;
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      for_each(selection, [&](std::uint32_t lane) {
        result[lane] = cell_of(builtins::equal_cells(type, &left[0][lane], &right[0][lane]));
      });
      return;
    case TypeKind::Tuple:
    case TypeKind::Optional: {
      const bool optional = type.is(TypeKind::Optional);
      for_each(selection, [&](std::uint32_t lane) {
        result[lane] = cell_of(!optional || left[0][lane] == right[0][lane]);
      });
      Cell* part_equal = arena.cells(num_lanes);
      std::uint32_t first = optional ? 1 : 0;
      for (const Type& part : type.parts()) {
        equal_columns(arena, part, left + first, right + first, selection, num_lanes, part_equal);
        for_each(selection, [&](std::uint32_t lane) { result[lane] &= part_equal[lane]; });
        first += part.num_cells();
      }
      return;
    }
    case TypeKind::Unknown:
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::UInt:
    case TypeKind::String:
    case TypeKind::Bytes:
    case TypeKind::Time:
    case TypeKind::Duration: {
      const Cell* one = left[0];
      const Cell* other = right[0];
      // The highest bit of x | −x is set unless x is 0: without comparisons the loop is quicker.
      for_each(selection, [&](std::uint32_t lane) {
        const Cell differs = one[lane] ^ other[lane];
        result[lane] = ((differs | (0 - differs)) >> 63) ^ 1U;
      });
      return;
    }
  }
}

}  // namespace fairmon::engine
