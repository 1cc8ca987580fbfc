#include "server/tls/tls.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "server/tls/libssl.hpp"

namespace fairmon::server {

namespace {

/// Only what gives every connection a key of its own and notices any change.
constexpr const char* kCiphersOfTls12 = "ECDHE+AESGCM:ECDHE+CHACHA20";

/// Nobody sits at the terminal of a server: a key with a passphrase is an error, not a question.
extern "C" int refuse_passphrase(char*, int, int, void*) { return -1; }

std::string why_it_failed() {
  const char* text = libssl().error_text(libssl().next_error());
  libssl().clear_errors();
  return text == nullptr ? "unknown reason" : text;
}

int as_int(std::size_t size) {
  return static_cast<int>(std::min<std::size_t>(size, std::numeric_limits<int>::max()));
}

/// A key that every user of the machine can read is none.
Result<void> check_privacy(const std::filesystem::path& key) {
  struct stat facts{};
  if (::stat(key.c_str(), &facts) != 0) {
    return Error(ErrorCode::NotFound, "there is no file " + key.string());
  }
  if ((facts.st_mode & S_IROTH) != 0) {
    return Error(ErrorCode::Usage, "other users can read the key " + key.string() +
                                       "; take that right away with chmod o-r");
  }
  return {};
}

}  // namespace

struct TlsContext::Body {
  SSL_CTX* context = nullptr;

  Body() = default;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
  ~Body() {
    if (context != nullptr) {
      libssl().context_free(context);
    }
  }
};

struct TlsSession::Body {
  SSL* session = nullptr;
  BIO* incoming = nullptr;  ///< both belong to the session
  BIO* outgoing = nullptr;

  Body() = default;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
  ~Body() {
    if (session != nullptr) {
      libssl().session_free(session);
    }
  }

  [[nodiscard]] Outcome outcome_of(int result) const {
    if (result > 0) {
      return Outcome::Done;
    }
    switch (libssl().get_error(session, result)) {
      case SSL_ERROR_WANT_READ:
        return Outcome::WantsInput;
      case SSL_ERROR_ZERO_RETURN:
        return Outcome::Closed;
      default:
        libssl().clear_errors();
        return Outcome::Failed;
    }
  }
};

TlsSession::TlsSession(std::unique_ptr<Body> body) : body_(std::move(body)) {}
TlsSession::~TlsSession() = default;

TlsSession::Outcome TlsSession::shake_hands() {
  libssl().clear_errors();
  return body_->outcome_of(libssl().handshake(body_->session));
}

TlsSession::Step TlsSession::read(std::span<char> into) {
  libssl().clear_errors();
  const int count = libssl().read(body_->session, into.data(), as_int(into.size()));
  return {body_->outcome_of(count), static_cast<std::size_t>(std::max(count, 0))};
}

TlsSession::Step TlsSession::write(std::span<const char> bytes) {
  libssl().clear_errors();
  const int count = libssl().write(body_->session, bytes.data(), as_int(bytes.size()));
  return {body_->outcome_of(count), static_cast<std::size_t>(std::max(count, 0))};
}

void TlsSession::say_goodbye() {
  libssl().clear_errors();
  libssl().shutdown(body_->session);
  libssl().clear_errors();
}

bool TlsSession::give(std::span<const char> bytes) {
  return libssl().bio_write(body_->incoming, bytes.data(), as_int(bytes.size())) ==
         as_int(bytes.size());
}

bool TlsSession::has_output() const { return libssl().bio_pending(body_->outgoing) > 0; }

std::size_t TlsSession::take(std::span<char> into) {
  const int count = libssl().bio_read(body_->outgoing, into.data(), as_int(into.size()));
  return static_cast<std::size_t>(std::max(count, 0));
}

TlsContext::TlsContext(std::unique_ptr<Body> body) : body_(std::move(body)) {}
TlsContext::~TlsContext() = default;

Result<std::shared_ptr<TlsContext>> TlsContext::load(const TlsFiles& files) {
  if (auto loaded = load_ssl(); !loaded) {
    return std::move(loaded).error().with_context("loading what TLS needs");
  }
  if (auto is_private = check_privacy(files.key); !is_private) {
    return std::move(is_private).error();
  }
  const SslFunctions& ssl = libssl();
  ssl.clear_errors();
  auto body = std::make_unique<Body>();
  body->context = ssl.context_new(ssl.server_method());
  SSL_CTX* const context = body->context;
  if (context == nullptr) {
    return Error(ErrorCode::Internal, "TLS cannot begin: " + why_it_failed());
  }
  ssl.context_control(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, nullptr);
  ssl.context_control(context, SSL_CTRL_MODE,
                      SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                          SSL_MODE_RELEASE_BUFFERS,
                      nullptr);
  ssl.context_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                       SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_TICKET);
  ssl.context_set_passphrase(context, refuse_passphrase);
  if (ssl.context_set_ciphers(context, kCiphersOfTls12) != 1) {
    return Error(ErrorCode::Internal, "TLS has no safe cipher: " + why_it_failed());
  }
  if (ssl.use_certificate(context, files.certificate.c_str()) != 1) {
    return Error(ErrorCode::Usage, "cannot use the certificate " + files.certificate.string() +
                                       " (" + why_it_failed() + "); it has to be PEM");
  }
  if (ssl.use_key(context, files.key.c_str(), SSL_FILETYPE_PEM) != 1) {
    return Error(ErrorCode::Usage, "cannot use the key " + files.key.string() + " (" +
                                       why_it_failed() +
                                       "); it has to be PEM, without a passphrase, and that of "
                                       "the certificate");
  }
  if (ssl.check_key(context) != 1) {
    return Error(ErrorCode::Usage, "the key " + files.key.string() +
                                       " is not that of the certificate " +
                                       files.certificate.string());
  }
  return std::shared_ptr<TlsContext>(new TlsContext(std::move(body)));
}

std::unique_ptr<TlsSession> TlsContext::begin() const {
  const SslFunctions& ssl = libssl();
  auto body = std::make_unique<TlsSession::Body>();
  body->session = ssl.session_new(body_->context);
  body->incoming = ssl.bio_new(ssl.memory_method());
  body->outgoing = ssl.bio_new(ssl.memory_method());
  if (body->session == nullptr || body->incoming == nullptr || body->outgoing == nullptr) {
    ssl.bio_free(body->incoming);
    ssl.bio_free(body->outgoing);
    ssl.clear_errors();
    return nullptr;
  }
  ssl.set_bio(body->session, body->incoming, body->outgoing);
  ssl.set_accept_state(body->session);
  return std::unique_ptr<TlsSession>(new TlsSession(std::move(body)));
}

}  // namespace fairmon::server
