#include "builtins/evidence/shares.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct InstanceShare {
  static constexpr bool kNeverNan = true;
  static double apply(std::uint64_t rank, double whole, std::uint64_t groups) noexcept {
    return evidence::instance_share(rank, whole, groups);
  }
};

}  // namespace

extern const Function instance_share =
    make_check("instance_share", "the error of an instance: rank, error of all, announced groups",
               {overload<InstanceShare, as::Float, as::UInt, as::Float, as::UInt>()});

}  // namespace fairmon::builtins::check_entries
