#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct PackCounts {
  static std::uint64_t apply(std::uint64_t hits, std::uint64_t trials) noexcept {
    return (hits << 32U) | (trials & 0xFFFF'FFFFU);
  }
};

}  // namespace

extern const Function pack_counts =
    make_check("pack_counts", "hits and trials in one number, each up to multiples of 2^32",
               {overload<PackCounts, as::UInt, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::check_entries
