#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct Less {
  template <class T>
  static bool of(T a, T b) noexcept {
    return a < b;
  }
};

}  // namespace

extern const Function less =
    with_ends({.directions = "-+"},
              make_operator("less", {{"<"}, 8, false, false, Typing::Comparison},
                            {"whether the left value is smaller",
                             "Orders numbers, times, durations, and strings byte by byte.",
                             "trigger rate < 0.8"},
                            comparison_overloads<Less>()));

}  // namespace fairmon::builtins::operator_entries
