#include "support/utf8.hpp"

#include <array>
#include <cstdint>

#include "support/code_point_ranges.hpp"

namespace fairmon::support {
namespace {

#include "support/xid_ranges.inc"

constexpr Decoded kMalformed{U'\uFFFD', 1, false};

// The number of bytes that a lead byte announces and the least code point that needs as many.
struct Lead {
  std::size_t length;
  char32_t bits;
  char32_t least;
};

Lead read_lead(unsigned char byte) {
  if (byte >= 0xC2 && byte <= 0xDF) {
    return {2, byte & 0x1FU, 0x80};
  }
  if (byte >= 0xE0 && byte <= 0xEF) {
    return {3, byte & 0x0FU, 0x800};
  }
  if (byte >= 0xF0 && byte <= 0xF4) {
    return {4, byte & 0x07U, 0x10000};
  }
  return {0, 0, 0};
}

bool is_code_point(char32_t value) {
  return value <= 0x10FFFF && !(value >= 0xD800 && value <= 0xDFFF);
}

}  // namespace

Decoded decode_utf8(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) {
    return {0, 0, true};
  }
  const auto first = static_cast<unsigned char>(text[offset]);
  if (first < 0x80) {
    return {first, 1, true};
  }
  const Lead lead = read_lead(first);
  if (lead.length == 0 || text.size() - offset < lead.length) {
    return kMalformed;
  }
  char32_t value = lead.bits;
  for (std::size_t i = 1; i < lead.length; ++i) {
    const auto byte = static_cast<unsigned char>(text[offset + i]);
    if ((byte & 0xC0U) != 0x80U) {
      return kMalformed;
    }
    value = (value << 6U) | (byte & 0x3FU);
  }
  if (value < lead.least || !is_code_point(value)) {
    return kMalformed;
  }
  return {value, lead.length, true};
}

void append_utf8(std::string& text, char32_t code_point) {
  if (!is_code_point(code_point)) {
    code_point = U'\uFFFD';
  }
  const auto put = [&text](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0U | (code_point >> 6U));
    put(0x80U | (code_point & 0x3FU));
  } else if (code_point < 0x10000) {
    put(0xE0U | (code_point >> 12U));
    put(0x80U | ((code_point >> 6U) & 0x3FU));
    put(0x80U | (code_point & 0x3FU));
  } else {
    put(0xF0U | (code_point >> 18U));
    put(0x80U | ((code_point >> 12U) & 0x3FU));
    put(0x80U | ((code_point >> 6U) & 0x3FU));
    put(0x80U | (code_point & 0x3FU));
  }
}

std::size_t find_malformed_utf8(std::string_view text) {
  for (std::size_t offset = 0; offset < text.size();) {
    const Decoded decoded = decode_utf8(text, offset);
    if (!decoded.ok) {
      return offset;
    }
    offset += decoded.length;
  }
  return std::string_view::npos;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t offset = 0; offset < text.size(); ++count) {
    offset += decode_utf8(text, offset).length;
  }
  return count;
}

bool is_xid_start(char32_t code_point) {
  if (code_point < 0x80) {
    return (code_point >= U'a' && code_point <= U'z') || (code_point >= U'A' && code_point <= U'Z');
  }
  return in_ranges(kXidStart, code_point);
}

bool is_xid_continue(char32_t code_point) {
  if (code_point < 0x80) {
    return is_xid_start(code_point) || (code_point >= U'0' && code_point <= U'9') ||
           code_point == U'_';
  }
  return in_ranges(kXidContinue, code_point);
}

}  // namespace fairmon::support
