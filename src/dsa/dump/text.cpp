#include "dsa/dump/text.hpp"

#include <simdjson.h>

#include <string_view>

namespace fairmon::dsa {

namespace {

/// Length of the character that begins here, or 0 if the bytes are none.
std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  const bool fits = length <= text.size();
  return fits && simdjson::validate_utf8(text.data(), length) ? length : 0;
}

}  // namespace

void mend_utf8(std::string& text) {
  if (simdjson::validate_utf8(text)) {
    return;
  }
  std::string mended;
  mended.reserve(text.size() + 16);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t length = character_length(rest);
    mended.append(length == 0 ? std::string_view("\xEF\xBF\xBD") : rest.substr(0, length));
    rest.remove_prefix(std::max<std::size_t>(length, 1));
  }
  text = std::move(mended);
}

}  // namespace fairmon::dsa
