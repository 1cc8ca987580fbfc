#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct ByteAt {
  static std::uint64_t apply(as::Symbol bytes, std::uint64_t index, Evaluation& e) {
    const std::string_view text = e.symbols->text(bytes.number);
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
  }
};

}  // namespace

extern const Function byte_at =
    make_check("byte_at", "one byte of a byte string; the second half of `at`",
               {overload<ByteAt, as::UInt, as::Bytes, as::UInt>()});

}  // namespace fairmon::builtins::check_entries
