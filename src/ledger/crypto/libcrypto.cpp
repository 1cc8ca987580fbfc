#include "ledger/crypto/libcrypto.hpp"

#include "support/on_demand.hpp"

namespace fairmon::ledger {

namespace {

const support::LoadedFunctions<CryptoFunctions>& loaded_crypto() {
  static const support::LoadedFunctions<CryptoFunctions> loaded(
      FAIRMON_CRYPTO_LIBRARY, "libssl3",
      [](support::LibraryOnDemand& library, CryptoFunctions& functions) {
        library.find("EVP_MD_CTX_new", functions.md_new)
            .find("EVP_MD_CTX_free", functions.md_free)
            .find("SHA256_Init", functions.sha256_init)
            .find("SHA256_Update", functions.sha256_update)
            .find("SHA256_Final", functions.sha256_final)
            .find("EVP_DigestSignInit", functions.sign_init)
            .find("EVP_DigestSign", functions.sign)
            .find("EVP_DigestVerifyInit", functions.verify_init)
            .find("EVP_DigestVerify", functions.verify)
            .find("EVP_PKEY_free", functions.key_free)
            .find("EVP_PKEY_get_id", functions.key_id)
            .find("EVP_PKEY_get_raw_public_key", functions.raw_public_key)
            .find("EVP_PKEY_new_raw_public_key", functions.new_public_key)
            .find("PEM_read_bio_PrivateKey", functions.read_private_key)
            .find("PEM_read_bio_PUBKEY", functions.read_public_key)
            .find("BIO_new_mem_buf", functions.bio_of)
            .find("BIO_free", functions.bio_free);
      });
  return loaded;
}

}  // namespace

Result<void> load_crypto() { return loaded_crypto().outcome(); }

const CryptoFunctions& libcrypto() { return loaded_crypto().get(); }

}  // namespace fairmon::ledger
