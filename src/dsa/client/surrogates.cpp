#include <cctype>

#include "dsa/client/page.hpp"

namespace fairmon::dsa {

namespace {

constexpr std::size_t kEscape = 6;  // \uXXXX

enum class Half { None, First, Second };

/// Which half of a surrogate pair the escape at this place stands for.
Half half_at(std::string_view json, std::size_t at) {
  if (at + kEscape > json.size() || json[at] != '\\' || json[at + 1] != 'u' ||
      (json[at + 2] != 'd' && json[at + 2] != 'D')) {
    return Half::None;
  }
  const int digit = std::tolower(static_cast<unsigned char>(json[at + 3]));
  if (digit == '8' || digit == '9' || digit == 'a' || digit == 'b') {
    return Half::First;
  }
  return digit >= 'c' && digit <= 'f' ? Half::Second : Half::None;
}

}  // namespace

bool mend_lone_surrogates(std::string& json) {
  bool found = false;
  std::size_t at = 0;
  while ((at = json.find('\\', at)) != std::string::npos) {
    const Half half = half_at(json, at);
    if (half == Half::First && half_at(json, at + kEscape) == Half::Second) {
      at += 2 * kEscape;
    } else if (half != Half::None) {
      json.replace(at, kEscape, "\\ufffd");
      found = true;
      at += kEscape;
    } else {
      at += 2;  // the backslash and what it escapes
    }
  }
  return found;
}

}  // namespace fairmon::dsa
