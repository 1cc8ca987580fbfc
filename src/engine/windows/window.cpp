#include "engine/windows/window.hpp"

#include <algorithm>
#include <numeric>

#include "support/check.hpp"

namespace fairmon::engine {

namespace {

/// Panes that no deadline of the reader cuts. A reader that is not periodic, or whose deadlines are
/// no whole nanoseconds apart, needs the exact times.
std::int64_t pane_for(const ir::Window& window) {
  const ir::Pacing& pacing = window.caller_pacing;
  if (window.kind != ir::WindowKind::Sliding || pacing.kind != ir::PacingKind::Global ||
      pacing.period.denominator != 1) {
    return 0;
  }
  return std::gcd(window.duration_ns, pacing.period.numerator);
}

}  // namespace

WindowShape::WindowShape(const ir::Window& window, const Type& value_type)
    : pane_(pane_for(window)),
      value_cells_(value_type.num_cells()),
      result_cells_(window.result.num_cells()),
      discrete_(window.kind == ir::WindowKind::Discrete),
      exact_(window.exact) {
  const auto bound = window.aggregate->bind(value_type, window.aggregate_argument);
  FAIRMON_CHECK(bound.has_value(), "the aggregate does not take the window's values");
  aggregate_ = *bound;
  length_ = discrete_ ? std::int64_t{window.count} : window.duration_ns;
  wrapped_ = result_cells_ == aggregate_.result.num_cells() + 1;
}

bool WindowShape::too_early(const WindowMoment& moment, std::uint64_t received,
                            Cell* result) const noexcept {
  if (!exact_) {
    return false;
  }
  const bool full = discrete_ ? received >= static_cast<std::uint64_t>(length_)
                              : moment.now - moment.start >= length_;
  if (!full) {
    std::fill_n(result, result_cells_, Cell{0});
  }
  return !full;
}

Cell* WindowShape::open_result(Cell* result) const noexcept {
  if (!wrapped_) {
    return result;
  }
  result[0] = 1;
  return result + 1;
}

namespace {

/// Columns of panes have room for every instance in every pane, whether it has values or not.
constexpr std::int64_t kMostCellsPerInstance = 80;
constexpr std::int64_t kMostCellsAlone = 1 << 16;

/// How many panes the window has, or 0 if it has none or they would take too much room.
std::uint32_t column_panes(const WindowShape& shape, const ir::Stream& target) {
  if (shape.discrete() || shape.pane() <= 1) {
    return 0;
  }
  const std::int64_t most = target.parameters.empty() ? kMostCellsAlone : kMostCellsPerInstance;
  const std::int64_t panes = shape.length() / shape.pane();
  return panes <= most / std::max(1U, shape.aggregate().state_cells)
             ? static_cast<std::uint32_t>(panes)
             : 0;
}

}  // namespace

std::unique_ptr<Window> make_window(const ir::Window& window, const ir::Stream& target) {
  if (window.kind == ir::WindowKind::Occurrence) {
    return make_occurrence(window);
  }
  WindowShape shape(window, target.type);
  if (window.start == ir::WindowStart::CallerSpawn && !shape.discrete()) {
    return make_spawn_log(std::move(shape));
  }
  if (shape.aggregate().algebra == builtins::Algebra::Holistic) {
    return make_kept_values(std::move(shape));
  }
  if (const std::uint32_t panes = column_panes(shape, target)) {
    return make_pane_columns(std::move(shape), panes);
  }
  return make_two_stacks(std::move(shape));
}

}  // namespace fairmon::engine
