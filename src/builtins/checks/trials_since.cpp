#include "builtins/evidence/stretches.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct TrialsSince {
  static std::uint64_t apply(std::uint64_t trials, std::uint64_t start) noexcept {
    return evidence::trials_since(trials, start);
  }
};

}  // namespace

extern const Function trials_since =
    make_check("trials_since", "trials since counts were packed: trials now, packed counts",
               {overload<TrialsSince, as::UInt, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::check_entries
