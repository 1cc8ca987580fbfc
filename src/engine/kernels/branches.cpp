#include <algorithm>

#include "engine/columns/sweep.hpp"
#include "engine/kernels/evaluator.hpp"

namespace fairmon::engine {

Evaluator::Split Evaluator::split(const Frame& frame, const Cell* condition,
                                  const Selection& selection) {
  std::uint32_t* yes = arena_.indices(selection.count);
  std::uint32_t* no = arena_.indices(selection.count);
  std::uint32_t num_yes = 0;
  std::uint32_t num_no = 0;
  const std::uint8_t* bad = frame.bad;
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t good = bad[lane] == 0 ? 1 : 0;
    const auto holds = static_cast<std::uint32_t>(condition[lane] & 1U);
    yes[num_yes] = lane;
    no[num_no] = lane;
    num_yes += holds & good;
    num_no += (holds ^ 1U) & good;
  });
  Split result{{yes, num_yes}, {no, num_no}};
  if (num_yes == selection.count) {
    result.yes = selection;
  }
  if (num_no == selection.count) {
    result.no = selection;
  }
  return result;
}

Selection Evaluator::keep(const Frame& frame, const Cell* condition, const Selection& selection) {
  // Often it holds for none: that is a sum.
  std::uint64_t any = 0;
  for_each(selection, [&](std::uint32_t lane) { any |= condition[lane]; });
  if ((any & 1U) == 0) {
    return {};
  }
  std::uint32_t* yes = arena_.indices(selection.count);
  std::uint32_t num_yes = 0;
  for_each(selection, [&](std::uint32_t lane) {
    yes[num_yes] = lane;
    num_yes += static_cast<std::uint32_t>(condition[lane] & 1U) & (frame.bad[lane] == 0 ? 1U : 0U);
  });
  return num_yes == selection.count ? selection : Selection{yes, num_yes};
}

/// A counter reaches its last value once in a life: most often no lane has it.
Selection Evaluator::keep_equal(const Frame& frame, const ir::Expr& comparison,
                                const Selection& selection) {
  const Cell* left = nullptr;
  const Cell* right = nullptr;
  eval(frame, comparison.operands[0], selection, &left);
  eval(frame, comparison.operands[1], selection, &right);
  if (!any_equal(left, right, selection.count)) {
    return {};
  }
  Cell* holds = arena_.cells(frame.count);
  equal_columns(arena_, plan_.expr(comparison.operands[0]).type, &left, &right, selection,
                frame.count, holds);
  return keep(frame, holds, selection);
}

void Evaluator::merge(const Frame& frame, std::uint32_t num_cells, const Selection& first,
                      const Cell* const* from_first, const Selection& second,
                      const Cell* const* from_second, const Cell** out) {
  for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
    Cell* column = arena_.cells(frame.count);
    const Cell* one = from_first[cell];
    const Cell* other = from_second[cell];
    for_each(first, [&](std::uint32_t lane) { column[lane] = one[lane]; });
    for_each(second, [&](std::uint32_t lane) { column[lane] = other[lane]; });
    out[cell] = column;
  }
}

void Evaluator::lazy_chain(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                           bool stop_at, const Cell** out) {
  const Cell* value = nullptr;
  eval(frame, expr.operands[0], selection, &value);
  const Narrower narrower(*this);
  Cell* result = nullptr;
  Selection open = selection;
  for (std::size_t i = 1; i < expr.operands.size(); ++i) {
    const Split parts = split(frame, result == nullptr ? value : result, open);
    open = stop_at ? parts.no : parts.yes;
    if (open.empty()) {
      break;
    }
    if (result == nullptr) {
      result = arena_.cells(frame.count);
      for_each(selection, [&](std::uint32_t lane) { result[lane] = value[lane]; });
    }
    eval(frame, expr.operands[i], open, &value);
    for_each(open, [&](std::uint32_t lane) { result[lane] = value[lane]; });
  }
  out[0] = result == nullptr ? value : result;
}

void Evaluator::choose(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                       const Cell** out) {
  const Cell* condition = nullptr;
  eval(frame, expr.operands[0], selection, &condition);
  const Split parts = split(frame, condition, selection);
  if (parts.no.empty()) {
    return eval(frame, expr.operands[1], parts.yes, out);
  }
  if (parts.yes.empty()) {
    return eval(frame, expr.operands[2], parts.no, out);
  }
  const std::uint32_t num_cells = expr.type.num_cells();
  const Cell** yes = pointers(num_cells);
  const Cell** no = pointers(num_cells);
  {
    const Narrower narrower(*this);
    eval(frame, expr.operands[1], parts.yes, yes);
  }
  const Narrower narrower(*this);
  eval(frame, expr.operands[2], parts.no, no);
  merge(frame, num_cells, parts.yes, yes, parts.no, no, out);
}

void Evaluator::defaults(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                         const Cell** out) {
  const std::uint32_t num_cells = expr.type.num_cells();
  const Cell** optional = pointers(num_cells + 1);
  eval(frame, expr.operands[0], selection, optional);
  if (is_ones(optional[0])) {
    std::copy_n(optional + 1, num_cells, out);
    return;
  }
  const Split parts = split(frame, optional[0], selection);
  if (parts.no.empty()) {
    std::copy_n(optional + 1, num_cells, out);
    return;
  }
  if (parts.yes.empty()) {
    return eval(frame, expr.operands[1], parts.no, out);
  }
  const Narrower narrower(*this);
  const Cell** substitute = pointers(num_cells);
  eval(frame, expr.operands[1], parts.no, substitute);
  merge(frame, num_cells, parts.yes, optional + 1, parts.no, substitute, out);
}

}  // namespace fairmon::engine
