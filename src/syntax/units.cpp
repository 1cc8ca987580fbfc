#include "syntax/units.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace fairmon::syntax {
namespace {

// Both the micro sign and the Greek letter are accepted.
constexpr std::array<std::string_view, 20> kUnits = {"ns",  "us",  "µs", "μs",  "ms",  "s",   "min",
                                                     "h",   "d",   "w",  "a",   "y",   "uHz", "µHz",
                                                     "μHz", "mHz", "Hz", "kHz", "MHz", "GHz"};

struct Alias {
  std::string_view wrong;
  std::string_view meant;
};
constexpr std::array<Alias, 33> kAliases = {{
    {"sec", "s"},     {"secs", "s"},     {"second", "s"},    {"seconds", "s"}, {"m", "min"},
    {"mins", "min"},  {"minute", "min"}, {"minutes", "min"}, {"hr", "h"},      {"hrs", "h"},
    {"hour", "h"},    {"hours", "h"},    {"day", "d"},       {"days", "d"},    {"week", "w"},
    {"weeks", "w"},   {"wk", "w"},       {"year", "y"},      {"years", "y"},   {"yr", "y"},
    {"yrs", "y"},     {"anno", "a"},     {"msec", "ms"},     {"millis", "ms"}, {"usec", "us"},
    {"micros", "us"}, {"nsec", "ns"},    {"nanos", "ns"},    {"hertz", "Hz"},  {"khz", "kHz"},
    {"ghz", "GHz"},   {"uhz", "uHz"},    {"hz", "Hz"},
}};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return result;
}

}  // namespace

std::span<const std::string_view> units() { return kUnits; }

bool is_unit(std::string_view text) {
  return std::find(kUnits.begin(), kUnits.end(), text) != kUnits.end();
}

std::optional<std::string_view> nearest_unit(std::string_view text) {
  const std::string small = lower(text);
  for (const Alias& alias : kAliases) {
    if (alias.wrong == small) {
      return alias.meant;
    }
  }
  for (const std::string_view unit : kUnits) {
    if (lower(unit) == small) {
      return unit;
    }
  }
  return std::nullopt;
}

}  // namespace fairmon::syntax
