#include "runner/case_options.hpp"

#include <fairmon/event_source.hpp>
#include <fairmon/symbols.hpp>

#include <charconv>
#include <cstdint>
#include <cstdlib>

#include "runner/suite.hpp"

namespace fairmon::runner {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string unquote(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    text = text.substr(1, text.size() - 2);
  }
  return std::string(text);
}

/// Whether the key is known and its value could be used.
bool apply(CaseOptions& options, std::string_view key, const std::string& value) {
  if (key == "tolerance") {
    char* end = nullptr;
    options.tolerance = std::strtod(value.c_str(), &end);
    return end != value.c_str() && *end == '\0' && options.tolerance >= 0.0;
  }
  if (key == "finish") {
    options.finish = parse_seconds(value);
    return options.finish.has_value();
  }
  if (key == "start") {
    SymbolTable symbols;
    const auto cell = decode_cell(Type::time(), value, symbols);
    if (cell) {
      options.start = Timestamp{cell_int(*cell)};
    }
    return cell.ok();
  }
  if (key == "lifecycle") {
    options.lifecycle = value == "true";
    return value == "true" || value == "false";
  }
  if (key == "on_error") {
    options.report_errors = value == "report";
    return value == "report" || value == "stop";
  }
  if (key == "show") {
    for (std::size_t begin = 0; begin <= value.size();) {
      const std::size_t end = std::min(value.find(',', begin), value.size());
      options.show.emplace_back(trim(std::string_view(value).substr(begin, end - begin)));
      begin = end + 1;
    }
    return !value.empty();
  }
  if (key == "skip") {
    options.skip = value;
    return !value.empty();
  }
  // Read by the comparison with the Rust tool.
  return key == "peer" && !value.empty();
}

}  // namespace

Result<CaseOptions, std::string> parse_options(std::string_view text) {
  CaseOptions options;
  for (const std::string& line : split_lines(text)) {
    const std::string_view content = trim(line);
    if (content.empty() || content.front() == '#') {
      continue;
    }
    const std::size_t equals = content.find('=');
    if (equals == std::string_view::npos) {
      return "an option is `key = value`, not `" + line + "`";
    }
    const std::string_view key = trim(content.substr(0, equals));
    if (!apply(options, key, unquote(trim(content.substr(equals + 1))))) {
      return "option `" + std::string(content) + "` is unknown or its value cannot be used";
    }
  }
  return options;
}

std::optional<Timestamp> parse_seconds(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  text.remove_prefix(negative ? 1 : 0);
  const std::size_t point = std::min(text.find('.'), text.size());
  std::int64_t whole = 0;
  const char* const end = text.data() + point;
  const auto [stopped, failure] = std::from_chars(text.data(), end, whole);
  if (failure != std::errc() || stopped != end || whole > INT64_MAX / kNanoseconds - 1) {
    return std::nullopt;
  }
  std::int64_t nanoseconds = whole * kNanoseconds;
  std::int64_t unit = kNanoseconds;
  for (const char digit : text.substr(std::min(point + 1, text.size()))) {
    if (digit < '0' || digit > '9' || unit == 1) {
      return std::nullopt;
    }
    unit /= 10;
    nanoseconds += (digit - '0') * unit;
  }
  return Timestamp{negative ? -nanoseconds : nanoseconds};
}

std::string seconds_text(Timestamp time) {
  const bool negative = time.ns < 0;
  const std::uint64_t all =
      negative ? 0 - static_cast<std::uint64_t>(time.ns) : static_cast<std::uint64_t>(time.ns);
  constexpr auto kUnit = static_cast<std::uint64_t>(kNanoseconds);
  std::string text = (negative ? "-" : "") + std::to_string(all / kUnit);
  if (all % kUnit != 0) {
    std::string fraction = std::to_string(kUnit + all % kUnit).substr(1);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    text += "." + fraction;
  }
  return text;
}

}  // namespace fairmon::runner
