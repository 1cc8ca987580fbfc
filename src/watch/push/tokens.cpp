#include "watch/push/tokens.hpp"

#include "ledger/crypto/sha256.hpp"
#include "server/http/security.hpp"

namespace fairmon::watch {

NewToken make_token() {
  const std::string token = server::random_token();
  return {token, "sha256:" + ledger::sha256_hex(token)};
}

}  // namespace fairmon::watch
