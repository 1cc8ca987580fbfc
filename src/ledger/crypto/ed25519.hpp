#pragma once

#include <fairmon/result.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace fairmon::ledger {

/// A private Ed25519 key, as `openssl genpkey -algorithm ed25519 -out key.pem` writes it.
class SigningKey {
 public:
  [[nodiscard]] static Result<SigningKey> read(const std::string& file);

  /// 128 hexadecimal digits.
  [[nodiscard]] std::string sign(std::string_view message) const;
  /// Of the public key that belongs to it: 64 hexadecimal digits.
  [[nodiscard]] const std::string& public_hex() const { return public_hex_; }

 private:
  SigningKey() = default;
  std::shared_ptr<void> key_;
  std::string public_hex_;
};

/// Reads a public key (or the public half of a private one) from a PEM file; hexadecimal digits.
[[nodiscard]] Result<std::string> read_public_key(const std::string& file);

/// Whether the signature (128 digits) of the message was made with the key (64 digits).
[[nodiscard]] bool is_signed(std::string_view message, std::string_view signature_hex,
                             std::string_view public_hex);

}  // namespace fairmon::ledger
