#pragma once

#include <string>
#include <vector>

#include "server/http/message.hpp"

namespace fairmon::watch {

/// Whether a request brings a token of which a digest is listed. Compares with all of them, however
/// early one fits, so that the time it takes says nothing. Needs `ledger::load_crypto`.
[[nodiscard]] bool brings_token(const server::Request& request,
                                const std::vector<std::string>& digests);

/// A new token, and what the configuration holds of it.
struct NewToken {
  std::string token;
  std::string digest;  ///< `sha256:…`
};
[[nodiscard]] NewToken make_token();

}  // namespace fairmon::watch
