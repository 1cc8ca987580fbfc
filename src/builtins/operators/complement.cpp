#include "builtins/kernels.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct Complement {
  static std::int64_t apply(std::int64_t a) noexcept { return ~a; }
  static std::uint64_t apply(std::uint64_t a) noexcept { return ~a; }
};

}  // namespace

extern const Function complement = make_operator(
    "complement", {{"~"}, 13, false, true},
    {"an integer with every bit flipped", "On 64 bits, whatever the declared width.",
     "output rest := ~mask"},
    {overload<Complement, as::Int, as::Int>(), overload<Complement, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::operator_entries
