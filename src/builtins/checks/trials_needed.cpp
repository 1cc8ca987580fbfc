#include <limits>

#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct TrialsNeeded {
  static constexpr bool kNeverNan = true;
  /// An interval shrinks about with the square root of its trials. A joint bound decides after
  /// about three fifths of the trials that two single bounds need.
  static double apply(double estimate, double low, double high, std::uint64_t trials,
                      bool joint) noexcept {
    if (low > 0.0 || high < 0.0) {
      return 0.0;
    }
    const double reach =
        estimate > 0.0 ? (estimate - low) / estimate : (high - estimate) / -estimate;
    const double growth = reach * reach * (joint ? 0.6 : 1.0);
    const double more = (growth - 1.0) * static_cast<double>(trials);
    if (more != more || trials == 0) {
      return std::numeric_limits<double>::infinity();
    }
    return more > 1.0 ? more : 1.0;
  }
};

}  // namespace

extern const Function trials_needed = make_check(
    "trials_needed",
    "about how many more trials tell whether a value is above zero: value, ends, trials, joint",
    {overload<TrialsNeeded, as::Float, as::Float, as::Float, as::Float, as::UInt, as::Bool>()});

}  // namespace fairmon::builtins::check_entries
