#include "support/check.hpp"

#include <string>

namespace fairmon::support {

void fail_check(std::string_view condition, std::string_view message, std::string_view file,
                int line) {
  // The folder depends on where the build happened; the name alone identifies the place.
  const auto slash = file.rfind('/');
  if (slash != std::string_view::npos) {
    file.remove_prefix(slash + 1);
  }
  std::string text(message);
  text += " (";
  text += condition;
  text += " does not hold at ";
  text += file;
  text += ':';
  text += std::to_string(line);
  text += ')';
  throw InternalError(text);
}

}  // namespace fairmon::support
