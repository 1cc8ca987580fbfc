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

/// Whether a value is looked at more often than it takes to keep it in order.
bool read_often(const ir::Window& window) {
  constexpr std::int64_t kReadingsOfOneValue = 30;
  const ir::Period& period = window.caller_pacing.period;
  return window.caller_pacing.kind == ir::PacingKind::Event ||
         window.kind == ir::WindowKind::Discrete ||
         window.duration_ns / kReadingsOfOneValue > period.numerator / period.denominator;
}

}  // namespace

std::unique_ptr<Window> make_window(const ir::Window& window, const ir::Stream& target) {
  if (window.kind == ir::WindowKind::Occurrence) {
    return make_occurrence(window);
  }
  WindowShape shape(window, target.type);
  if (window.start == ir::WindowStart::CallerSpawn && !shape.discrete()) {
    return make_kept_values(std::move(shape), true);
  }
  const builtins::BoundAggregate& aggregate = shape.aggregate();
  if (aggregate.algebra == builtins::Algebra::Holistic) {
    const bool ordered = aggregate.finish_ordered != nullptr && Ranking::of(target.type, false) &&
                         read_often(window);
    return ordered ? make_logged_order(std::move(shape))
                   : make_kept_values(std::move(shape), false);
  }
  if (aggregate.algebra == builtins::Algebra::Invertible) {
    const bool paned = !shape.discrete() && shape.pane() > 1;
    return paned ? make_paned_totals(std::move(shape)) : make_logged_totals(std::move(shape));
  }
  if (aggregate.chosen && !shape.discrete()) {
    const bool newest = *aggregate.chosen == builtins::Chosen::Newest;
    const auto ranking =
        newest ? std::nullopt
               : Ranking::of(target.type, *aggregate.chosen == builtins::Chosen::Smallest);
    if (newest || ranking) {
      return make_chosen_values(std::move(shape), ranking);
    }
  }
  return make_two_stacks(std::move(shape));
}

}  // namespace fairmon::engine
