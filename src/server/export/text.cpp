#include <charconv>
#include <cmath>
#include <ctime>

#include "server/export/export.hpp"

namespace fairmon::server {

std::string number_text(double value) {
  if (std::isnan(value)) {
    return {};
  }
  char text[512];
  const auto [end, failed] =
      std::to_chars(text, text + sizeof text, value, std::chars_format::fixed);
  return failed == std::errc() ? std::string(text, end) : std::string("inf");
}

std::string time_text(Timestamp time, std::optional<Timestamp> start) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::int64_t ns = time.ns + (start ? start->ns : 0);
  std::int64_t seconds = ns / kSecond;
  std::int64_t rest = ns % kSecond;
  if (rest < 0) {
    rest += kSecond;
    --seconds;
  }
  std::string fraction;
  if (rest != 0) {
    fraction = std::to_string(kSecond + rest);
    fraction.front() = '.';
    fraction.erase(fraction.find_last_not_of('0') + 1);
  }
  if (!start) {
    return number_text(static_cast<double>(ns) / 1e9);
  }
  const std::time_t clock = static_cast<std::time_t>(seconds);
  std::tm parts{};
  gmtime_r(&clock, &parts);
  char text[64];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  return std::string(text, length) + fraction + "Z";
}

std::string csv_cell(std::string_view text) {
  constexpr std::string_view kFormula = "=+-@\t\r";
  const bool formula = !text.empty() && kFormula.find(text.front()) != std::string_view::npos;
  if (!formula && text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string cell = formula ? "\"'" : "\"";
  for (const char c : text) {
    cell += c;
    if (c == '"') {
      cell += c;
    }
  }
  return cell + "\"";
}

}  // namespace fairmon::server
