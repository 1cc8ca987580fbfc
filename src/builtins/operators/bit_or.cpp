#include "builtins/kernels.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct BitOr {
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b) noexcept { return a | b; }
  static std::int64_t apply(std::int64_t a, std::int64_t b) noexcept { return a | b; }
};

}  // namespace

extern const Function bit_or =
    make_operator("bit_or", {{"|"}, 4, false, false, Typing::Bits},
                  {"bits set in either integer",
                   "Binds looser than comparisons: write `(a | b) == c`.", "output both := a | b"},
                  {overload<BitOr, as::Int, as::Int, as::Int>(),
                   overload<BitOr, as::UInt, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::operator_entries
