#include "server/access/access_config.hpp"

#include "support/civil_time.hpp"

namespace fairmon::server {

std::optional<TokenDigest> parse_token_digest(std::string_view text) {
  constexpr std::string_view kHash = "sha256:";
  constexpr std::string_view kUntil = " until ";
  constexpr std::size_t kDigits = 64;
  if (!text.starts_with(kHash)) {
    return std::nullopt;
  }
  text.remove_prefix(kHash.size());
  const std::string_view digits = text.substr(0, kDigits);
  if (digits.size() != kDigits ||
      digits.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
    return std::nullopt;
  }
  TokenDigest digest{std::string(digits), std::nullopt};
  text.remove_prefix(kDigits);
  if (text.empty()) {
    return digest;
  }
  digest.until =
      text.starts_with(kUntil) ? support::parse_rfc3339(text.substr(kUntil.size())) : std::nullopt;
  return digest.until ? std::optional(digest) : std::nullopt;
}

}  // namespace fairmon::server
