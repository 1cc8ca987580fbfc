#include "ledger/crypto/ed25519.hpp"

#include <array>
#include <fstream>
#include <iterator>

#include "ledger/crypto/libcrypto.hpp"
#include "ledger/crypto/sha256.hpp"
#include "support/check.hpp"

namespace fairmon::ledger {

namespace {

constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kSignatureBytes = 64;

struct BioFree {
  void operator()(BIO* bio) const { libcrypto().bio_free(bio); }
};

using Key = std::shared_ptr<EVP_PKEY>;

Key owned(EVP_PKEY* key) {
  return key == nullptr ? Key() : Key(key, [](EVP_PKEY* k) { libcrypto().key_free(k); });
}

const unsigned char* octets(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

/// Nobody is asked for a passphrase.
int no_passphrase(char*, int, int, void*) { return -1; }

Result<std::string> read_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    return Error(ErrorCode::NotFound, "cannot read the key `" + file + "`");
  }
  return std::string(std::istreambuf_iterator<char>(in), {});
}

Key private_key(const std::string& pem) {
  const std::unique_ptr<BIO, BioFree> bio(
      libcrypto().bio_of(pem.data(), static_cast<int>(pem.size())));
  return owned(libcrypto().read_private_key(bio.get(), nullptr, no_passphrase, nullptr));
}

Key public_key(const std::string& pem) {
  const std::unique_ptr<BIO, BioFree> bio(
      libcrypto().bio_of(pem.data(), static_cast<int>(pem.size())));
  return owned(libcrypto().read_public_key(bio.get(), nullptr, no_passphrase, nullptr));
}

bool is_ed25519(const Key& key) { return key && libcrypto().key_id(key.get()) == EVP_PKEY_ED25519; }

std::string hex_of(const Key& key) {
  std::array<unsigned char, kKeyBytes> bytes{};
  std::size_t size = bytes.size();
  libcrypto().raw_public_key(key.get(), bytes.data(), &size);
  return to_hex({reinterpret_cast<const char*>(bytes.data()), size});
}

}  // namespace

Result<SigningKey> SigningKey::read(const std::string& file) {
  if (auto loaded = load_crypto(); !loaded) {
    return std::move(loaded).error();
  }
  const auto pem = read_text(file);
  if (!pem) {
    return pem.error();
  }
  Key key = private_key(*pem);
  if (!is_ed25519(key)) {
    return Error(ErrorCode::Usage,
                 "`" + file +
                     "` holds no private Ed25519 key without a passphrase; make one with: openssl "
                     "genpkey -algorithm ed25519 -out key.pem");
  }
  SigningKey result;
  result.public_hex_ = hex_of(key);
  result.key_ = std::move(key);
  return result;
}

std::string SigningKey::sign(std::string_view message) const {
  const auto& crypto = libcrypto();
  const DigestContext context(crypto.md_new());
  std::array<unsigned char, kSignatureBytes> bytes{};
  std::size_t size = bytes.size();
  auto* key = static_cast<EVP_PKEY*>(key_.get());
  const bool made =
      crypto.sign_init(context.get(), nullptr, nullptr, nullptr, key) == 1 &&
      crypto.sign(context.get(), bytes.data(), &size, octets(message), message.size()) == 1;
  FAIRMON_CHECK(made, "libcrypto does not sign");
  return to_hex({reinterpret_cast<const char*>(bytes.data()), size});
}

Result<std::string> read_public_key(const std::string& file) {
  if (auto loaded = load_crypto(); !loaded) {
    return std::move(loaded).error();
  }
  const auto pem = read_text(file);
  if (!pem) {
    return pem.error();
  }
  Key key = public_key(*pem);
  if (!key) {
    key = private_key(*pem);
  }
  if (!is_ed25519(key)) {
    return Error(ErrorCode::Usage,
                 "`" + file +
                     "` holds no Ed25519 key; the public one comes from: openssl pkey -in key.pem "
                     "-pubout -out public.pem");
  }
  return hex_of(key);
}

bool is_signed(std::string_view message, std::string_view signature_hex,
               std::string_view public_hex) {
  const auto signature = from_hex(signature_hex);
  const auto key_bytes = from_hex(public_hex);
  if (!signature || !key_bytes || signature->size() != kSignatureBytes ||
      key_bytes->size() != kKeyBytes) {
    return false;
  }
  const auto& crypto = libcrypto();
  const Key key = owned(
      crypto.new_public_key(EVP_PKEY_ED25519, nullptr, octets(*key_bytes), key_bytes->size()));
  const DigestContext context(crypto.md_new());
  return key && crypto.verify_init(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
         crypto.verify(context.get(), octets(*signature), signature->size(), octets(message),
                       message.size()) == 1;
}

}  // namespace fairmon::ledger
