#include "builtins/aggregate_state.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

/// Areas are kept in units of nanoseconds · 2, where a whole number of steps stays exact.
template <class Tag>
struct Integral {
  struct State {
    std::uint64_t present = 0;
    std::int64_t first_time = 0;
    std::int64_t last_time = 0;
    double first_value = 0.0;
    double last_value = 0.0;
    DoubleDouble doubled_area;
  };
  static void add(State& s, const Cell* value, std::int64_t time_ns) noexcept {
    const double x = as_double<Tag>(*value);
    if (s.present == 0) {
      s = {1, time_ns, time_ns, x, x, {}};
      return;
    }
    step(s, x, time_ns);
    s.last_time = time_ns;
    s.last_value = x;
  }
  static void merge(State& s, const State& later) noexcept {
    if (s.present == 0) {
      s = later;
    } else if (later.present != 0) {
      step(s, later.first_value, later.first_time);
      s.doubled_area = s.doubled_area + later.doubled_area;
      s.last_time = later.last_time;
      s.last_value = later.last_value;
    }
  }
  static void finish(const State& s, Cell* result, Evaluation& e) noexcept {
    *result = real_cell((s.doubled_area / 2e9).value(), e);
  }

 private:
  /// The trapezoid between the last value and the next one.
  static void step(State& s, double x, std::int64_t time_ns) noexcept {
    if (time_ns == s.last_time) {
      return;
    }
    const std::int64_t gap = time_ns - s.last_time;
    const auto high = static_cast<double>(gap);
    const DoubleDouble width{high, static_cast<double>(gap - static_cast<std::int64_t>(high))};
    s.doubled_area = s.doubled_area + two_sum(s.last_value, x) * width;
  }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  return for_numbers(
      input, [&]<class Tag>() { return with_state<Integral<Tag>>(input, Type::floating(), true); });
}

}  // namespace

extern const Aggregate integral = {
    "integral",
    {"integral", "∫"},
    "the area under the values over time, in seconds",
    "The trapezoid rule between consecutive values; 0 for fewer than two. Not over instances, "
    "which have no order in time.",
    "output energy @1s := power.aggregate(over: 60s, using: integral)",
    "numbers",
    false,
    false,
    &bind};

}  // namespace fairmon::builtins::aggregate_entries
