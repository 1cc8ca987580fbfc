#include "syntax/format.hpp"

#include <fairmon/tooling.hpp>

namespace fairmon {

std::optional<std::string> format_specification(const SourceFile& source) {
  return syntax::format(source);
}

}  // namespace fairmon
