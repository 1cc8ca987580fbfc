#pragma once

#include <fairmon/result.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace fairmon::server {

/// Where certificate and key lie, both PEM; the certificate with its chain behind it.
struct TlsFiles {
  std::filesystem::path certificate;
  std::filesystem::path key;

  [[nodiscard]] bool empty() const noexcept { return certificate.empty() && key.empty(); }
  friend bool operator==(const TlsFiles&, const TlsFiles&) = default;
};

/// One encrypted connection without its socket: bytes of the peer go in, bytes for the peer come
/// out, and somebody else carries them.
class TlsSession {
 public:
  enum class Outcome : std::uint8_t {
    Done,
    WantsInput,  ///< more bytes of the peer are needed
    Closed,      ///< the peer said that nothing follows
    Failed,
  };
  struct Step {
    Outcome outcome = Outcome::Failed;
    std::size_t count = 0;  ///< bytes read or written
  };

  ~TlsSession();
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  [[nodiscard]] Outcome shake_hands();
  [[nodiscard]] Step read(std::span<char> into);
  [[nodiscard]] Step write(std::span<const char> bytes);
  /// Tells the peer that nothing follows.
  void say_goodbye();

  /// Bytes that came from the peer; false if there is no memory for them.
  [[nodiscard]] bool give(std::span<const char> bytes);
  [[nodiscard]] bool has_output() const;
  /// Bytes for the peer; how many there are.
  [[nodiscard]] std::size_t take(std::span<char> into);

 private:
  friend class TlsContext;
  struct Body;
  explicit TlsSession(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

/// A certificate with its key, read once. Connections go on with the one they began with.
class TlsContext {
 public:
  /// Loads OpenSSL and both files. TLS 1.2 with ciphers that keep old recordings secret, and 1.3.
  [[nodiscard]] static Result<std::shared_ptr<TlsContext>> load(const TlsFiles& files);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  /// Nothing if there is no memory.
  [[nodiscard]] std::unique_ptr<TlsSession> begin() const;

 private:
  struct Body;
  explicit TlsContext(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace fairmon::server
