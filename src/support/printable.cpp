#include "support/printable.hpp"

#include "support/utf8.hpp"

namespace fairmon::support {

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Decoded one = decode_utf8(text, at);
    const bool layout = one.code_point == U'\n' || one.code_point == U'\t';
    append_utf8(shown, commands_terminal(one.code_point) && !layout ? U'\uFFFD' : one.code_point);
    at += one.length;
  }
  return shown;
}

}  // namespace fairmon::support
