#include <algorithm>
#include <cmath>

#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct RootEnd {
  static constexpr bool kNeverNan = true;
  static double apply(double end) noexcept { return std::sqrt(std::max(end, 0.0)); }
};

}  // namespace

extern const Function root_end =
    make_check("root_end", "the square root of an end of an interval, zero for what lies below",
               {overload<RootEnd, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
