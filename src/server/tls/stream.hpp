#pragma once

// Knows the network library; only for those who listen.

#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include <array>
#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/tls/tls.hpp"

namespace fairmon::server {

/// A connection, encrypted or not, for the library's algorithms. One thread uses it; one may read
/// while another coroutine writes.
class Stream {
 public:
  using executor_type = boost::beast::tcp_stream::executor_type;
  using next_layer_type = boost::beast::tcp_stream;
  using Code = boost::system::error_code;

  /// Plain without a session.
  Stream(boost::asio::ip::tcp::socket socket, std::unique_ptr<TlsSession> session);

  [[nodiscard]] executor_type get_executor() noexcept { return tcp_.get_executor(); }
  [[nodiscard]] next_layer_type& next_layer() noexcept { return tcp_; }
  [[nodiscard]] boost::asio::ip::tcp::socket& socket() noexcept { return tcp_.socket(); }
  [[nodiscard]] bool is_encrypted() const noexcept { return secret_ != nullptr; }
  void expires_after(std::chrono::nanoseconds span) { tcp_.expires_after(span); }
  void expires_never() { tcp_.expires_never(); }
  void close() { tcp_.close(); }

  /// Agrees on keys; nothing to do on a plain connection. Whoever speaks plain HTTP to an encrypted
  /// port is told so. False: there is nothing to talk about.
  [[nodiscard]] boost::asio::awaitable<bool> shake_hands();
  /// Says that nothing follows, in the way of the connection.
  [[nodiscard]] boost::asio::awaitable<void> say_goodbye();

  template <typename Buffers, typename Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(Code, std::size_t)>(
        [this](auto handler, const Buffers& wanted) {
          if (!secret_) {
            tcp_.async_read_some(wanted, std::move(handler));
            return;
          }
          complete(read_secret(first_of<boost::asio::mutable_buffer>(wanted)), std::move(handler));
        },
        token, buffers);
  }

  template <typename Buffers, typename Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(Code, std::size_t)>(
        [this](auto handler, const Buffers& given) {
          if (!secret_) {
            tcp_.async_write_some(given, std::move(handler));
            return;
          }
          complete(write_secret(encrypt(given)), std::move(handler));
        },
        token, buffers);
  }

 private:
  struct Transferred {
    Code failed;
    std::size_t count = 0;
  };
  /// What an encrypted connection has besides its socket.
  struct Secret {
    Secret(std::unique_ptr<TlsSession> the_session, const executor_type& executor)
        : session(std::move(the_session)), sent(executor) {}
    std::unique_ptr<TlsSession> session;
    boost::asio::steady_timer sent;  ///< those wait for it who find somebody else sending
    bool sending = false;
    std::vector<char> incoming;
  };

  template <typename Buffer, typename Buffers>
  static Buffer first_of(const Buffers& buffers) {
    for (auto i = boost::asio::buffer_sequence_begin(buffers);
         i != boost::asio::buffer_sequence_end(buffers); ++i) {
      if (const Buffer one(*i); one.size() > 0) {
        return one;
      }
    }
    return {};
  }

  /// Puts some of the bytes into the session, so that the head and the body of a short answer
  /// travel together.
  template <typename Buffers>
  Transferred encrypt(const Buffers& buffers) {
    constexpr std::size_t kEnough = std::size_t{1} << 16U;
    Transferred done;
    for (auto i = boost::asio::buffer_sequence_begin(buffers);
         i != boost::asio::buffer_sequence_end(buffers); ++i) {
      boost::asio::const_buffer rest(*i);
      while (rest.size() > 0 && done.count < kEnough) {
        const auto step =
            secret_->session->write({static_cast<const char*>(rest.data()), rest.size()});
        if (step.outcome != TlsSession::Outcome::Done) {
          done.failed = boost::asio::error::connection_aborted;
          return done;
        }
        done.count += step.count;
        rest += step.count;
      }
    }
    return done;
  }

  template <typename Handler>
  void complete(boost::asio::awaitable<Transferred> work, Handler handler) {
    boost::asio::co_spawn(
        get_executor(), std::move(work),
        [kept = std::move(handler)](const std::exception_ptr& thrown, Transferred done) mutable {
          if (thrown) {
            done = {boost::asio::error::no_memory, 0};
          }
          std::move(kept)(done.failed, done.count);
        });
  }

  boost::asio::awaitable<Transferred> read_secret(boost::asio::mutable_buffer into);
  boost::asio::awaitable<Transferred> write_secret(Transferred encrypted);
  /// Sends what the session has for the peer.
  boost::asio::awaitable<Code> flush();
  /// Waits for bytes of the peer; how many, in `incoming`.
  boost::asio::awaitable<Transferred> receive();

  boost::beast::tcp_stream tcp_;
  std::unique_ptr<Secret> secret_;
};

/// The end of a conversation over a WebSocket; the library looks for this name.
template <typename Handler>
void async_teardown(boost::beast::role_type role, Stream& stream, Handler&& handler) {
  using boost::beast::async_teardown;
  using boost::beast::websocket::async_teardown;
  async_teardown(role, stream.next_layer(), std::forward<Handler>(handler));
}

/// The address of the peer, without its port; an IPv4 one in its own notation.
[[nodiscard]] std::string address_of_peer(Stream& stream);
/// The address of this machine that a connection goes to, as it stands in `Host`.
[[nodiscard]] std::string address_of_host(Stream& stream);

}  // namespace fairmon::server
