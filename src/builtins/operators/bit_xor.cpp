#include "builtins/kernels.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct BitXor {
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b) noexcept { return a ^ b; }
  static std::int64_t apply(std::int64_t a, std::int64_t b) noexcept { return a ^ b; }
};

}  // namespace

extern const Function bit_xor =
    make_operator("bit_xor", {{"^"}, 5, false, false, Typing::Bits},
                  {"bits set in exactly one of two integers",
                   "Binds looser than comparisons: write `(a ^ b) == c`.", "output both := a ^ b"},
                  {overload<BitXor, as::Int, as::Int, as::Int>(),
                   overload<BitXor, as::UInt, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::operator_entries
