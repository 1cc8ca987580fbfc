#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct CheckInstances {
  static std::uint64_t apply(std::uint64_t count, std::uint64_t most, Evaluation& e) noexcept {
    return count <= most ? count : e.fail(Failure::TooManyInstances, count);
  }
};

}  // namespace

extern const Function check_instances =
    make_check("check_instances", "a number of instances that must not exceed another",
               {overload<CheckInstances, as::UInt, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::check_entries
