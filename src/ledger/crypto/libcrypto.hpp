#pragma once

#include <fairmon/result.hpp>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>

#include <cstddef>
#include <memory>

namespace fairmon::ledger {

/// What we use of OpenSSL's libcrypto, loaded on demand.
struct CryptoFunctions {
  decltype(&::EVP_MD_CTX_new) md_new = nullptr;
  decltype(&::EVP_MD_CTX_free) md_free = nullptr;
  // Not the newer functions for digests: those set up providers and locks at their first use, and
  // OpenSSL crashes when memory runs out meanwhile. These need none.
  int (*sha256_init)(SHA256_CTX*) = nullptr;
  int (*sha256_update)(SHA256_CTX*, const void*, std::size_t) = nullptr;
  int (*sha256_final)(unsigned char*, SHA256_CTX*) = nullptr;
  decltype(&::EVP_DigestSignInit) sign_init = nullptr;
  decltype(&::EVP_DigestSign) sign = nullptr;
  decltype(&::EVP_DigestVerifyInit) verify_init = nullptr;
  decltype(&::EVP_DigestVerify) verify = nullptr;
  decltype(&::EVP_PKEY_free) key_free = nullptr;
  decltype(&::EVP_PKEY_get_id) key_id = nullptr;
  decltype(&::EVP_PKEY_get_raw_public_key) raw_public_key = nullptr;
  decltype(&::EVP_PKEY_new_raw_public_key) new_public_key = nullptr;
  decltype(&::PEM_read_bio_PrivateKey) read_private_key = nullptr;
  decltype(&::PEM_read_bio_PUBKEY) read_public_key = nullptr;
  decltype(&::BIO_new_mem_buf) bio_of = nullptr;
  decltype(&::BIO_free) bio_free = nullptr;
};

/// Loads libcrypto, on any thread; further calls cost nothing.
[[nodiscard]] Result<void> load_crypto();

/// Only after `load_crypto` succeeded.
[[nodiscard]] const CryptoFunctions& libcrypto();

struct DigestContextFree {
  void operator()(EVP_MD_CTX* context) const { libcrypto().md_free(context); }
};
using DigestContext = std::unique_ptr<EVP_MD_CTX, DigestContextFree>;

}  // namespace fairmon::ledger
