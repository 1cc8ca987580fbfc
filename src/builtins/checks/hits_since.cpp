#include "builtins/evidence/stretches.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct HitsSince {
  static std::uint64_t apply(std::uint64_t hits, std::uint64_t start) noexcept {
    return evidence::hits_since(hits, start);
  }
};

}  // namespace

extern const Function hits_since =
    make_check("hits_since", "hits since counts were packed: hits now, packed counts",
               {overload<HitsSince, as::UInt, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::check_entries
