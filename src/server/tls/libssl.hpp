#pragma once

#include <fairmon/result.hpp>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

namespace fairmon::server {

/// What we use of OpenSSL's libssl, loaded on demand. The functions of libcrypto that it brings
/// along are found through it.
struct SslFunctions {
  decltype(&::TLS_server_method) server_method = nullptr;
  decltype(&::SSL_CTX_new) context_new = nullptr;
  decltype(&::SSL_CTX_free) context_free = nullptr;
  decltype(&::SSL_CTX_ctrl) context_control = nullptr;
  decltype(&::SSL_CTX_set_options) context_set_options = nullptr;
  decltype(&::SSL_CTX_set_cipher_list) context_set_ciphers = nullptr;
  decltype(&::SSL_CTX_set_default_passwd_cb) context_set_passphrase = nullptr;
  decltype(&::SSL_CTX_use_certificate_chain_file) use_certificate = nullptr;
  decltype(&::SSL_CTX_use_PrivateKey_file) use_key = nullptr;
  decltype(&::SSL_CTX_check_private_key) check_key = nullptr;
  decltype(&::SSL_new) session_new = nullptr;
  decltype(&::SSL_free) session_free = nullptr;
  decltype(&::SSL_set_accept_state) set_accept_state = nullptr;
  decltype(&::SSL_set_bio) set_bio = nullptr;
  decltype(&::SSL_do_handshake) handshake = nullptr;
  decltype(&::SSL_read) read = nullptr;
  decltype(&::SSL_write) write = nullptr;
  decltype(&::SSL_shutdown) shutdown = nullptr;
  decltype(&::SSL_get_error) get_error = nullptr;
  decltype(&::BIO_s_mem) memory_method = nullptr;
  decltype(&::BIO_new) bio_new = nullptr;
  decltype(&::BIO_free) bio_free = nullptr;
  decltype(&::BIO_read) bio_read = nullptr;
  decltype(&::BIO_write) bio_write = nullptr;
  decltype(&::BIO_ctrl_pending) bio_pending = nullptr;
  decltype(&::ERR_clear_error) clear_errors = nullptr;
  decltype(&::ERR_get_error) next_error = nullptr;
  decltype(&::ERR_reason_error_string) error_text = nullptr;
};

/// Loads libssl, on any thread; further calls cost nothing.
[[nodiscard]] Result<void> load_ssl();

/// Only after `load_ssl` succeeded.
[[nodiscard]] const SslFunctions& libssl();

}  // namespace fairmon::server
