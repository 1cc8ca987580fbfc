#include "builtins/evidence/shares.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct PairShare {
  static constexpr bool kNeverNan = true;
  static double apply(std::uint64_t first, std::uint64_t second, double whole,
                      std::uint64_t groups) noexcept {
    return evidence::pair_share(first, second, whole, groups);
  }
};

}  // namespace

extern const Function pair_share = make_check(
    "pair_share", "the error of a pair of instances: ranks, error of all, announced groups",
    {overload<PairShare, as::Float, as::UInt, as::UInt, as::Float, as::UInt>()});

}  // namespace fairmon::builtins::check_entries
