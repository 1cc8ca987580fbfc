#include "builtins/evidence/shares.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct BlockShare {
  static constexpr bool kNeverNan = true;
  static double apply(double whole, std::uint64_t before, std::uint64_t scale) noexcept {
    return evidence::block_share(whole, before, scale);
  }
};

}  // namespace

extern const Function block_share =
    make_check("block_share", "the error of a block: error of its scale, trials before, scale",
               {overload<BlockShare, as::Float, as::Float, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::check_entries
