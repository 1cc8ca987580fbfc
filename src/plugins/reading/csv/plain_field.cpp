#include "plugins/reading/csv/dialect.hpp"
#include "support/text.hpp"

namespace fairmon::plugins::csv {

std::string_view plain_field(std::string_view raw, char quote, bool quoting, std::string& scratch) {
  if (!quoting || raw.empty() || raw.front() != quote) {
    return support::trimmed(raw);
  }
  scratch.clear();
  std::size_t at = 1;
  while (at < raw.size()) {
    const std::size_t next = raw.find(quote, at);
    scratch.append(raw.substr(at, next - at));
    if (next == std::string_view::npos) {
      break;
    }
    if (next + 1 >= raw.size() || raw[next + 1] != quote) {
      // What follows the closing quote is taken as it stands.
      scratch.append(raw.substr(next + 1));
      break;
    }
    scratch += quote;
    at = next + 2;
  }
  return support::trimmed(scratch);
}

}  // namespace fairmon::plugins::csv
