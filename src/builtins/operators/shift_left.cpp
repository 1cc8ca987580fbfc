#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct ShiftLeft {
  static std::int64_t apply(std::int64_t a, std::int64_t b) noexcept {
    return wrap(bits(a) << (bits(b) % 64));
  }
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b) noexcept { return a << (b % 64); }
};

}  // namespace

extern const Function shift_left = make_operator(
    "shift_left", {{"<<"}, 9, false, false, Typing::Bits},
    {"bits moved to the left", "The distance counts modulo 64.", "output mask := flags << 2"},
    {overload<ShiftLeft, as::Int, as::Int, as::Int>(),
     overload<ShiftLeft, as::UInt, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::operator_entries
