#include "watch/push/tokens.hpp"

#include "ledger/crypto/sha256.hpp"
#include "server/http/security.hpp"

namespace fairmon::watch {

bool brings_token(const server::Request& request, const std::vector<std::string>& digests) {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string authorization = request.header("authorization");
  if (!authorization.starts_with(kBearer)) {
    return false;
  }
  const std::string shown = ledger::sha256_hex(authorization.substr(kBearer.size()));
  bool found = false;
  for (const std::string& digest : digests) {
    const bool same = server::equal_in_constant_time(shown, digest);
    found = found || same;
  }
  return found;
}

NewToken make_token() {
  const std::string token = server::random_token();
  return {token, "sha256:" + ledger::sha256_hex(token)};
}

}  // namespace fairmon::watch
