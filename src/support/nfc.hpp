#pragma once

#include <string>
#include <string_view>

namespace fairmon::support {

/// The text in Unicode normalisation form C. Malformed bytes are kept as they are.
[[nodiscard]] std::string to_nfc(std::string_view text);

}  // namespace fairmon::support
