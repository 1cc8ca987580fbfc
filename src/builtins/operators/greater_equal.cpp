#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct GreaterEqual {
  template <class T>
  static bool of(T a, T b) noexcept {
    return a >= b;
  }
};

}  // namespace

extern const Function greater_equal =
    with_ends({.directions = "+-"},
              make_operator("greater_equal", {{">=", "≥"}, 8, false, false, Typing::Comparison},
                            {"whether the left value is larger or equal",
                             "Orders numbers, times, durations, and strings byte by byte.",
                             "trigger rate >= 0.8"},
                            comparison_overloads<GreaterEqual>()));

}  // namespace fairmon::builtins::operator_entries
