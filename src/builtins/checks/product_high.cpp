#include "builtins/evidence/interval.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct ProductHigh {
  static constexpr bool kNeverNan = true;
  static double apply(double a, double b, double c, double d) noexcept {
    return evidence::product({a, b}, {c, d}).high;
  }
};

}  // namespace

extern const Function product_high =
    make_check("product_high", "the upper end of a product of two intervals",
               {overload<ProductHigh, as::Float, as::Float, as::Float, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
