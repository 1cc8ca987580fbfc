#pragma once

#include <string>

namespace fairmon::watch {

/// A new token, and what the configuration holds of it.
struct NewToken {
  std::string token;
  std::string digest;  ///< `sha256:…`
};
[[nodiscard]] NewToken make_token();

}  // namespace fairmon::watch
