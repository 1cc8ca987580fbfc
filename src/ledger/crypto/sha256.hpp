#pragma once

#include <fairmon/result.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace fairmon::ledger {

/// SHA-256 of bytes that come piece by piece; can be asked at any point. Only after `load_crypto`
/// succeeded. One thread at a time.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void update(std::string_view bytes);
  /// Of everything so far, as 64 hexadecimal digits in lower case.
  [[nodiscard]] std::string hex() const;

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

[[nodiscard]] std::string sha256_hex(std::string_view bytes);

/// HMAC-SHA-256 (RFC 2104) of a text, as 64 hexadecimal digits: who has the key wrote the text.
[[nodiscard]] std::string hmac_sha256_hex(std::string_view key, std::string_view text);

/// Of a whole file.
[[nodiscard]] Result<std::string> sha256_of_file(const std::string& name);

/// Bytes as hexadecimal digits in lower case, and back; nothing for anything else.
[[nodiscard]] std::string to_hex(std::string_view bytes);
[[nodiscard]] Result<std::string> from_hex(std::string_view digits);

}  // namespace fairmon::ledger
