#include "builtins/evidence/joint_bound.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct SurelyWithin {
  static bool apply(std::uint64_t hits_a, std::uint64_t trials_a, std::uint64_t hits_b,
                    std::uint64_t trials_b, double margin, double share) noexcept {
    const evidence::Tally a{static_cast<double>(hits_a), static_cast<double>(trials_a)};
    const evidence::Tally b{static_cast<double>(hits_b), static_cast<double>(trials_b)};
    return evidence::surely_within(a, b, margin, share);
  }
};

}  // namespace

extern const Function surely_within =
    make_check("surely_within",
               "whether two rates certainly do not differ by more than a margin: hits and trials "
               "of both, margin, share",
               {overload<SurelyWithin, as::Bool, as::UInt, as::UInt, as::UInt, as::UInt, as::Float,
                         as::Float>()});

}  // namespace fairmon::builtins::check_entries
