#include "builtins/kernels.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct BitAnd {
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b) noexcept { return a & b; }
  static std::int64_t apply(std::int64_t a, std::int64_t b) noexcept { return a & b; }
};

}  // namespace

extern const Function bit_and =
    make_operator("bit_and", {{"&"}, 6, false, false, Typing::Bits},
                  {"bits set in both integers",
                   "Binds looser than comparisons: write `(a & b) == c`.", "output both := a & b"},
                  {overload<BitAnd, as::Int, as::Int, as::Int>(),
                   overload<BitAnd, as::UInt, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::operator_entries
