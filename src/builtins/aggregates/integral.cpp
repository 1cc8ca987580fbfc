#include "builtins/exact/total.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

/// Areas are kept exactly, in units of nanoseconds · 2.
template <class Tag, class Form>
struct Integral {
  struct State {
    std::uint64_t present = 0;
    std::int64_t first_time = 0;
    std::int64_t last_time = 0;
    double first_value = 0.0;
    double last_value = 0.0;
    typename Form::Products doubled_area;
    [[no_unique_address]] typename Form::Others others;
  };
  static bool add(State& s, const Cell* value, std::int64_t time_ns) noexcept {
    const double x = as_double<Tag>(*value);
    if (s.present == 0) {
      s = {1, time_ns, time_ns, x, x, {}, {}};
      return true;
    }
    const bool fits = step(s, x, time_ns);
    s.last_time = time_ns;
    s.last_value = x;
    return fits;
  }
  static bool merge(State& s, const State& later) noexcept {
    if (s.present == 0) {
      s = later;
      return true;
    }
    if (later.present == 0) {
      return true;
    }
    const bool fits = step(s, later.first_value, later.first_time);
    s.others.merge(later.others);
    s.last_time = later.last_time;
    s.last_value = later.last_value;
    return fits && s.doubled_area.merge(later.doubled_area);
  }
  static void finish(const State& s, Cell* result, Evaluation& e) noexcept {
    constexpr std::uint64_t kUnitsPerSecond = 2'000'000'000;
    const auto& area = s.doubled_area;
    *result = real_cell(
        s.others.none() ? exact::nearest_quotient<1>(area.units, area.exponent(), kUnitsPerSecond)
                        : s.others.sum(),
        e);
  }
  template <class Compact>
  [[nodiscard]] static State widened(const Compact& c) noexcept {
    return {c.present,
            c.first_time,
            c.last_time,
            c.first_value,
            c.last_value,
            c.doubled_area.template widened<typename Form::Products>(),
            {}};
  }

 private:
  /// The trapezoid between the last value and the next one.
  static bool step(State& s, double x, std::int64_t time_ns) noexcept {
    const auto gap = static_cast<std::uint64_t>(time_ns - s.last_time);
    return gap == 0 || (side(s, s.last_value, gap) && side(s, x, gap));
  }
  static bool side(State& s, double value, std::uint64_t gap) noexcept {
    const exact::Binary x = exact::take_apart(value);
    return x.finite ? s.doubled_area.add(exact::UInt128{x.magnitude} * gap, x.exponent, x.minus)
                    : s.others.note(value, false);
  }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  return for_numbers(input, [&]<class Tag>() {
    return with_forms<Integral<Tag, exact::FullForm>, Integral<Tag, exact::CompactForm>>(
        input, Type::floating());
  });
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
