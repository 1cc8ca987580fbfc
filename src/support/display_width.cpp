#include "support/display_width.hpp"

#include <array>
#include <cstdint>
#include <iterator>

#include "support/code_point_ranges.hpp"
#include "support/utf8.hpp"

namespace fairmon::support {
namespace {

#include "support/width_ranges.inc"

}  // namespace

std::size_t display_width(char32_t code_point) {
  if (code_point < 0x80) {
    return code_point >= U' ' && code_point != 0x7F ? 1 : 0;
  }
  if (in_ranges(kEmpty, code_point)) {
    return 0;
  }
  return in_ranges(kWide, code_point) ? 2 : 1;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded one = decode_utf8(text, at);
    width += display_width(one.code_point);
    at += one.length;
  }
  return width;
}

}  // namespace fairmon::support
