#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct LessEqual {
  template <class T>
  static bool of(T a, T b) noexcept {
    return a <= b;
  }
};

}  // namespace

extern const Function less_equal =
    with_ends({.directions = "-+"},
              make_operator("less_equal", {{"<=", "≤"}, 8, false, false, Typing::Comparison},
                            {"whether the left value is smaller or equal",
                             "Orders numbers, times, durations, and strings byte by byte.",
                             "trigger rate <= 0.8"},
                            comparison_overloads<LessEqual>()));

}  // namespace fairmon::builtins::operator_entries
