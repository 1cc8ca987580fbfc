#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct HasByte {
  static bool apply(as::Symbol bytes, std::uint64_t index, Evaluation& e) {
    return index < e.symbols->text(bytes.number).size();
  }
};

}  // namespace

extern const Function has_byte =
    make_check("has_byte", "whether a byte string reaches this far; the first half of `at`",
               {overload<HasByte, as::Bool, as::Bytes, as::UInt>()});

}  // namespace fairmon::builtins::check_entries
