#include "builtins/evidence/interval.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct ProductLow {
  static constexpr bool kNeverNan = true;
  static double apply(double a, double b, double c, double d) noexcept {
    return evidence::product({a, b}, {c, d}).low;
  }
};

}  // namespace

extern const Function product_low =
    make_check("product_low", "the lower end of a product of two intervals",
               {overload<ProductLow, as::Float, as::Float, as::Float, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
