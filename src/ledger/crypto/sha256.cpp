#include "ledger/crypto/sha256.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "ledger/crypto/libcrypto.hpp"
#include "support/check.hpp"

namespace fairmon::ledger {

namespace {

constexpr std::size_t kDigestBytes = 32;

}  // namespace

struct Sha256::Body {
  SHA256_CTX context{};
};

Sha256::Sha256() : body_(std::make_unique<Body>()) {
  FAIRMON_CHECK(libcrypto().sha256_init(&body_->context) == 1, "libcrypto refuses SHA-256");
}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(std::string_view bytes) {
  libcrypto().sha256_update(&body_->context, bytes.data(), bytes.size());
}

std::string Sha256::hex() const {
  std::array<unsigned char, kDigestBytes> digest{};
  SHA256_CTX so_far = body_->context;  // more may follow
  libcrypto().sha256_final(digest.data(), &so_far);
  return to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 digest;
  digest.update(bytes);
  return digest.hex();
}

std::string hmac_sha256_hex(std::string_view key, std::string_view text) {
  constexpr std::size_t kBlock = 64;
  std::string padded(key.size() > kBlock ? from_hex(sha256_hex(key)).value_or("")
                                         : std::string(key));
  padded.resize(kBlock, '\0');
  const auto masked = [&](char mask) {
    std::string block = padded;
    for (char& byte : block) {
      byte = static_cast<char>(byte ^ mask);
    }
    return block;
  };
  Sha256 inner;
  inner.update(masked(0x36));
  inner.update(text);
  Sha256 outer;
  outer.update(masked(0x5c));
  outer.update(from_hex(inner.hex()).value_or(""));
  return outer.hex();
}

Result<std::string> sha256_of_file(const std::string& name) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) {
    return Error(ErrorCode::NotFound, "cannot read `" + name + "`: " + std::strerror(errno));
  }
  Sha256 digest;
  std::vector<char> block(std::size_t{1} << 18);
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    digest.update({block.data(), count});
  }
  if (std::ferror(file.get()) != 0) {
    return Error(ErrorCode::Input, "cannot read `" + name + "` to its end");
  }
  return digest.hex();
}

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto number = static_cast<unsigned char>(byte);
    text += kDigits[number >> 4U];
    text += kDigits[number & 15U];
  }
  return text;
}

Result<std::string> from_hex(std::string_view digits) {
  const auto value = [](char digit) {
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                                          : -1;
  };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    const int high = value(digits[i]);
    const int low = value(digits[i + 1]);
    if (high < 0 || low < 0) {
      return Error(ErrorCode::Input, "no hexadecimal digits in lower case");
    }
    bytes += static_cast<char>(high * 16 + low);
  }
  if (digits.size() % 2 != 0) {
    return Error(ErrorCode::Input, "an odd number of hexadecimal digits");
  }
  return bytes;
}

}  // namespace fairmon::ledger
