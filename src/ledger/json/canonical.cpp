#include "ledger/json/canonical.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "support/utf8.hpp"

namespace fairmon::ledger {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kMostExact = std::uint64_t{1} << 53U;

void append_escaped(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  constexpr std::string_view kShort = "\"\"\\\\\bb\ff\nn\rr\tt";
  for (std::size_t i = 0; i < kShort.size(); i += 2) {
    if (kShort[i] == c) {
      out += '\\';
      out += kShort[i + 1];
      return;
    }
  }
  out += "\\u00";
  out += kHex[static_cast<unsigned char>(c) >> 4U];
  out += kHex[static_cast<unsigned char>(c) & 15U];
}

/// Members stand in the order of their names' UTF-16 code units. In UTF-8 that is the order of
/// bytes, but that characters beyond the basic plane come before those from U+E000 on.
bool name_before(const std::string& a, const std::string& b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (x == a.end() || y == b.end()) {
    return x == a.end() && y != b.end();
  }
  const auto rank = [](char byte) {
    const auto number = static_cast<unsigned char>(byte);
    constexpr unsigned kBeyondBasicPlane = 0xf0;
    constexpr unsigned kPrivateArea = 0xee;
    constexpr unsigned kRoom = 16;
    return number >= kBeyondBasicPlane ? kRoom * kPrivateArea - kRoom + number - kBeyondBasicPlane
                                       : kRoom * number;
  };
  return rank(*x) < rank(*y);
}

/// Nothing of ours is nested deeper; whatever is does not come out as it went in.
constexpr int kMostNested = 64;

void append_value(std::string& out, const Json& value, int depth) {
  if (depth > kMostNested) {
    return;
  }
  switch (value.type()) {
    case Json::value_t::null:
    case Json::value_t::discarded:
    case Json::value_t::binary:
      out += "null";
      return;
    case Json::value_t::boolean:
      out += value.get<bool>() ? "true" : "false";
      return;
    case Json::value_t::string:
      append_canonical_text(out, value.get_ref<const std::string&>());
      return;
    case Json::value_t::number_integer:
      append_canonical_integer(out, value.get<std::int64_t>());
      return;
    case Json::value_t::number_unsigned:
      append_canonical_count(out, value.get<std::uint64_t>());
      return;
    case Json::value_t::number_float:
      append_canonical_number(out, value.get<double>());
      return;
    case Json::value_t::array: {
      out += '[';
      for (std::size_t i = 0; i < value.size(); ++i) {
        out += i == 0 ? "" : ",";
        append_value(out, value[i], depth + 1);
      }
      out += ']';
      return;
    }
    case Json::value_t::object: {
      std::vector<const std::string*> names;
      for (const auto& [name, member] : value.items()) {
        names.push_back(&name);
      }
      std::sort(names.begin(), names.end(),
                [](const auto* a, const auto* b) { return name_before(*a, *b); });
      out += '{';
      for (const std::string* name : names) {
        out += name == names.front() ? "" : ",";
        append_canonical_text(out, *name);
        out += ':';
        append_value(out, value[*name], depth + 1);
      }
      out += '}';
      return;
    }
  }
}

}  // namespace

void append_canonical_text(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == '"' || byte == '\\') {
      append_escaped(out, text[i]);
      ++i;
    } else if (byte < 0x80) {
      out += text[i];
      ++i;
    } else {
      const auto decoded = support::decode_utf8(text, i);
      out += decoded.ok ? text.substr(i, decoded.length) : "\xef\xbf\xbd";
      i += decoded.length;
    }
  }
  out += '"';
}

void append_canonical_number(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  if (number == 0.0) {
    out += '0';  // of −0 too
    return;
  }
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(number),
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t e = text.find('e');
  std::string digits(text.substr(0, 1));
  if (e > 2) {
    digits += text.substr(2, e - 2);
  }
  int exponent = 0;
  const char* sign = text.data() + e + 1;
  std::from_chars(*sign == '+' ? sign + 1 : sign, end, exponent);
  const int point = exponent + 1;  // the value is 0.digits · 10^point
  const int count = static_cast<int>(digits.size());
  constexpr int kMostWhole = 21;
  constexpr int kLeastFraction = -6;
  out += number < 0.0 ? "-" : "";
  if (count <= point && point <= kMostWhole) {
    out += digits + std::string(static_cast<std::size_t>(point - count), '0');
  } else if (0 < point && point <= kMostWhole) {
    out += digits.substr(0, static_cast<std::size_t>(point)) + "." +
           digits.substr(static_cast<std::size_t>(point));
  } else if (kLeastFraction < point && point <= 0) {
    out += "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  } else {
    out += digits.substr(0, 1) + (count > 1 ? "." + digits.substr(1) : "") + "e" +
           (exponent < 0 ? "-" : "+") + std::to_string(std::abs(exponent));
  }
}

void append_canonical_integer(std::string& out, std::int64_t number) {
  const bool exact = number <= static_cast<std::int64_t>(kMostExact) &&
                     number >= -static_cast<std::int64_t>(kMostExact);
  out += exact ? std::to_string(number) : "\"" + std::to_string(number) + "\"";
}

void append_canonical_count(std::string& out, std::uint64_t number) {
  out += number <= kMostExact ? std::to_string(number) : "\"" + std::to_string(number) + "\"";
}

std::string canonical(const Json& value) {
  std::string out;
  append_value(out, value, 0);
  return out;
}

Result<Json> read_canonical(std::string_view line) {
  Json value = Json::parse(line, nullptr, false);
  if (value.is_discarded()) {
    return Error(ErrorCode::Input, "is no JSON");
  }
  if (canonical(value) != line) {
    return Error(ErrorCode::Input, "is not in canonical form (RFC 8785)");
  }
  return value;
}

}  // namespace fairmon::ledger
