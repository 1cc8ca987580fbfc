#include "server/tls/libssl.hpp"

#include "support/on_demand.hpp"

namespace fairmon::server {

namespace {

const support::LoadedFunctions<SslFunctions>& loaded_ssl() {
  static const support::LoadedFunctions<SslFunctions> loaded(
      FAIRMON_SSL_LIBRARY, "libssl3",
      [](support::LibraryOnDemand& library, SslFunctions& functions) {
        library.find("TLS_server_method", functions.server_method)
            .find("SSL_CTX_new", functions.context_new)
            .find("SSL_CTX_free", functions.context_free)
            .find("SSL_CTX_ctrl", functions.context_control)
            .find("SSL_CTX_set_options", functions.context_set_options)
            .find("SSL_CTX_set_cipher_list", functions.context_set_ciphers)
            .find("SSL_CTX_set_default_passwd_cb", functions.context_set_passphrase)
            .find("SSL_CTX_use_certificate_chain_file", functions.use_certificate)
            .find("SSL_CTX_use_PrivateKey_file", functions.use_key)
            .find("SSL_CTX_check_private_key", functions.check_key)
            .find("SSL_new", functions.session_new)
            .find("SSL_free", functions.session_free)
            .find("SSL_set_accept_state", functions.set_accept_state)
            .find("SSL_set_bio", functions.set_bio)
            .find("SSL_do_handshake", functions.handshake)
            .find("SSL_read", functions.read)
            .find("SSL_write", functions.write)
            .find("SSL_shutdown", functions.shutdown)
            .find("SSL_get_error", functions.get_error)
            .find("BIO_s_mem", functions.memory_method)
            .find("BIO_new", functions.bio_new)
            .find("BIO_free", functions.bio_free)
            .find("BIO_read", functions.bio_read)
            .find("BIO_write", functions.bio_write)
            .find("BIO_ctrl_pending", functions.bio_pending)
            .find("ERR_clear_error", functions.clear_errors)
            .find("ERR_get_error", functions.next_error)
            .find("ERR_reason_error_string", functions.error_text);
      });
  return loaded;
}

}  // namespace

Result<void> load_ssl() { return loaded_ssl().outcome(); }

const SslFunctions& libssl() { return loaded_ssl().get(); }

}  // namespace fairmon::server
