#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct SameBlock {
  static bool apply(std::uint64_t a, std::uint64_t b, std::uint64_t scale) noexcept {
    return (a >> scale) == (b >> scale);
  }
};

}  // namespace

extern const Function same_block =
    make_check("same_block", "whether two numbers of trials lie in one block of a scale",
               {overload<SameBlock, as::Bool, as::UInt, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::check_entries
