#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fairmon::support {

/// One code point read from UTF-8 text. Malformed bytes decode to U+FFFD with `ok` false, one
/// byte at a time, so that a reader always moves on.
struct Decoded {
  char32_t code_point = 0;
  std::size_t length = 0;  ///< bytes taken; 0 only at the end of the text
  bool ok = true;
};

/// Decodes the code point at `offset`. Refuses overlong forms, surrogates and values past U+10FFFF.
[[nodiscard]] Decoded decode_utf8(std::string_view text, std::size_t offset);

/// Appends `code_point` as UTF-8; a value that is no code point becomes U+FFFD.
void append_utf8(std::string& text, char32_t code_point);

/// Offset of the first malformed byte, or `npos` if the whole text is well-formed.
[[nodiscard]] std::size_t find_malformed_utf8(std::string_view text);

/// Number of code points, malformed bytes counting one each: the column a user would count.
[[nodiscard]] std::size_t count_code_points(std::string_view text);

/// Unicode identifier classes (XID_Start, XID_Continue).
[[nodiscard]] bool is_xid_start(char32_t code_point);
[[nodiscard]] bool is_xid_continue(char32_t code_point);

}  // namespace fairmon::support
