#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct ShiftRight {
  static std::int64_t apply(std::int64_t a, std::int64_t b) noexcept { return a >> (bits(b) % 64); }
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b) noexcept { return a >> (b % 64); }
};

}  // namespace

extern const Function shift_right = make_operator(
    "shift_right", {{">>"}, 9, false, false, Typing::Bits},
    {"bits moved to the right", "The distance counts modulo 64. Signed numbers keep their sign.",
     "output high := flags >> 4"},
    {overload<ShiftRight, as::Int, as::Int, as::Int>(),
     overload<ShiftRight, as::UInt, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::operator_entries
