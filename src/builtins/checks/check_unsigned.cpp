#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct CheckUnsigned {
  static std::uint64_t apply(std::int64_t x, Evaluation& e) noexcept {
    return x < 0 ? e.fail(Failure::NegativeUnsigned, cell_of(x)) : bits(x);
  }
};

}  // namespace

extern const Function check_unsigned =
    make_check("check_unsigned", "a number that must not be negative",
               {overload<CheckUnsigned, as::UInt, as::Int>()});

}  // namespace fairmon::builtins::check_entries
