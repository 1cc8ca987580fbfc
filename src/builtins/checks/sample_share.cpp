#include "builtins/evidence/shares.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct SampleShare {
  static constexpr bool kNeverNan = true;
  static double apply(std::uint64_t number, double whole) noexcept {
    return evidence::sample_share(number, whole);
  }
};

}  // namespace

extern const Function sample_share =
    make_check("sample_share", "the error of a fresh sample: its number, error of all",
               {overload<SampleShare, as::Float, as::UInt, as::Float>()});

}  // namespace fairmon::builtins::check_entries
