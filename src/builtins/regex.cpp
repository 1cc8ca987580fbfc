#include "builtins/regex.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace fairmon::builtins {
namespace {

/// Unicode's White_Space, and what lies between.
constexpr std::string_view kSpace =
    R"(\t-\r \x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000})";
constexpr std::string_view kNoSpace =
    R"(\x{0}-\x{8}\x{E}-\x{1F}!-\x{84}\x{86}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF})"
    R"(\x{200B}-\x{2027}\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{10FFFF})";

/// Unicode's Alphabetic, marks, decimal digits, connectors and joiners. A class comes last, so that
/// a `-` behind it stands for itself.
constexpr std::string_view kWord =
    R"(\x{200C}\x{200D}\x{24B6}-\x{24E9}\x{1F130}-\x{1F149}\x{1F150}-\x{1F169}\x{1F170}-\x{1F189})"
    R"(\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc})";

constexpr std::uint32_t kLastCodePoint = 0x10FFFF;
constexpr std::uint32_t kFirstSurrogate = 0xD800;
constexpr std::uint32_t kLastSurrogate = 0xDFFF;

RE2::Options quiet() {
  RE2::Options options;
  options.set_log_errors(false);
  constexpr std::int64_t kMemory = 64 << 20;  // classes of Unicode are large
  options.set_max_mem(kMemory);
  return options;
}

std::string utf8_of(std::uint32_t code) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80U | (code >> shift & 0x3FU)); };
  if (code < 0x80) {
    return {static_cast<char>(code)};
  }
  if (code < 0x800) {
    return {static_cast<char>(0xC0U | code >> 6U), tail(0)};
  }
  if (code < 0x10000) {
    return {static_cast<char>(0xE0U | code >> 12U), tail(6), tail(0)};
  }
  return {static_cast<char>(0xF0U | code >> 18U), tail(12), tail(6), tail(0)};
}

/// What `\W` is inside brackets, where a class can only be given by its members. The catalogue of
/// characters is RE2's own, so it is asked once about each of them.
const std::string& no_word() {
  static const std::string text = [] {
    const RE2 other(fmt::format("[^{}]", kWord), quiet());
    std::string ranges;
    for (std::uint32_t code = 0; code <= kLastCodePoint; ++code) {
      const std::uint32_t first = code;
      while (code <= kLastCodePoint && !(code >= kFirstSurrogate && code <= kLastSurrogate) &&
             RE2::FullMatch(utf8_of(code), other)) {
        ++code;
      }
      if (code > first) {
        ranges += fmt::format("\\x{{{:X}}}-\\x{{{:X}}}", first, code - 1);
      }
    }
    return ranges;
  }();
  return text;
}

/// A class as members of brackets; empty for letters that name none of these.
std::string_view members(char letter) {
  switch (letter) {
    case 'd':
      return R"(\p{Nd})";
    case 'D':
      return R"(\P{Nd})";
    case 's':
      return kSpace;
    case 'S':
      return kNoSpace;
    case 'w':
      return kWord;
    case 'W':
      return no_word();
    default:
      return {};
  }
}

}  // namespace

std::string with_unicode_classes(std::string_view pattern) {
  std::string made;
  bool inside = false;  // of brackets
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\\' && i + 1 < pattern.size()) {
      const char letter = pattern[++i];
      if (letter == 'Q') {  // taken literally, until `\E`
        const std::size_t end = std::min(pattern.find("\\E", i), pattern.size());
        made += pattern.substr(i - 1, end - i + 1);
        i = end - 1;
      } else if (letter == 'W' && !inside) {
        made += fmt::format("[^{}]", kWord);
      } else if (const std::string_view text = members(letter); text.empty()) {
        made += {c, letter};
      } else {
        made += inside ? std::string(text) : fmt::format("[{}]", text);
      }
      continue;
    }
    made += c;
    if (!inside && c == '[') {
      inside = true;
      for (const char leading : {'^', ']'}) {
        if (i + 1 < pattern.size() && pattern[i + 1] == leading) {
          made += pattern[++i];
        }
      }
    } else if (inside && pattern.substr(i).starts_with("[:")) {
      const std::size_t end = pattern.find(":]", i + 2);
      if (end != std::string_view::npos) {
        made += pattern.substr(i + 1, end + 1 - i);
        i = end + 1;
      }
    } else if (inside && c == ']') {
      inside = false;
    }
  }
  return made;
}

std::shared_ptr<const RE2> compile_regex(std::string_view pattern) {
  auto compiled = std::make_shared<const RE2>(with_unicode_classes(pattern), quiet());
  return compiled->ok() ? compiled : nullptr;
}

std::optional<std::string> regex_problem(std::string_view pattern) {
  // As written first: a message must not quote what stands nowhere.
  const RE2 written({pattern.data(), pattern.size()}, quiet());
  if (!written.ok()) {
    return written.error();
  }
  const RE2 compiled(with_unicode_classes(pattern), quiet());
  return compiled.ok() ? std::nullopt : std::optional<std::string>(compiled.error());
}

}  // namespace fairmon::builtins
