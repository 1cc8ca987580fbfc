#include "server/tls/stream.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

namespace fairmon::server {

namespace asio = boost::asio;
using asio::awaitable;
using asio::ip::tcp;

namespace {

/// Every idle connection holds the first; the second is of an encrypted record and a little more.
constexpr std::size_t kIncoming = std::size_t{8} << 10U;
constexpr std::size_t kOutgoing = std::size_t{17} << 10U;
constexpr char kBeginsHandshake = 0x16;

constexpr std::string_view kSpeakTls =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n"
    "Content-Length: 87\r\n\r\n"
    "{\"code\":\"not-encrypted\",\"message\":\"this port speaks TLS; use https:// in the "
    "address\"}\n";

asio::ip::address unmapped(const asio::ip::address& address) {
  return address.is_v6() && address.to_v6().is_v4_mapped()
             ? asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6())
             : address;
}

}  // namespace

Stream::Stream(tcp::socket socket, std::unique_ptr<TlsSession> session) : tcp_(std::move(socket)) {
  if (session) {
    secret_ = std::make_unique<Secret>(std::move(session), tcp_.get_executor());
    secret_->incoming.resize(kIncoming);
  }
}

awaitable<Stream::Transferred> Stream::receive() {
  Transferred got;
  got.count = co_await tcp_.async_read_some(asio::buffer(secret_->incoming),
                                            asio::redirect_error(asio::use_awaitable, got.failed));
  co_return got;
}

awaitable<Stream::Code> Stream::flush() {
  Code failed;
  std::vector<char> outgoing;
  while (!failed && secret_->session->has_output()) {
    if (secret_->sending) {
      secret_->sent.expires_at(asio::steady_timer::time_point::max());
      Code woken;
      co_await secret_->sent.async_wait(asio::redirect_error(asio::use_awaitable, woken));
      continue;
    }
    outgoing.resize(kOutgoing);
    secret_->sending = true;
    const std::size_t count = secret_->session->take(outgoing);
    co_await asio::async_write(tcp_, asio::buffer(outgoing.data(), count),
                               asio::redirect_error(asio::use_awaitable, failed));
    secret_->sending = false;
    secret_->sent.cancel();
  }
  co_return failed;
}

awaitable<Stream::Transferred> Stream::read_secret(asio::mutable_buffer into) {
  if (into.size() == 0) {
    co_return Transferred{};
  }
  while (true) {
    const auto step = secret_->session->read({static_cast<char*>(into.data()), into.size()});
    // Reading can make something to say, such as that new keys are known.
    if (const Code failed = co_await flush(); failed) {
      co_return Transferred{failed, 0};
    }
    switch (step.outcome) {
      case TlsSession::Outcome::Done:
        co_return Transferred{{}, step.count};
      case TlsSession::Outcome::Closed:
        co_return Transferred{asio::error::eof, 0};
      case TlsSession::Outcome::Failed:
        co_return Transferred{asio::error::connection_aborted, 0};
      case TlsSession::Outcome::WantsInput:
        break;
    }
    const Transferred got = co_await receive();
    if (got.failed) {
      co_return Transferred{got.failed, 0};
    }
    if (!secret_->session->give({secret_->incoming.data(), got.count})) {
      co_return Transferred{asio::error::no_memory, 0};
    }
  }
}

awaitable<Stream::Transferred> Stream::write_secret(Transferred encrypted) {
  const Code failed = co_await flush();
  co_return failed || encrypted.failed ? Transferred{failed ? failed : encrypted.failed, 0}
                                       : encrypted;
}

awaitable<bool> Stream::shake_hands() {
  if (!secret_) {
    co_return true;
  }
  for (bool first = true;; first = false) {
    const Transferred got = co_await receive();
    if (got.failed || !secret_->session->give({secret_->incoming.data(), got.count})) {
      co_return false;
    }
    if (first && secret_->incoming.front() >= 'A' && secret_->incoming.front() <= 'Z') {
      secret_.reset();
      Code ignored;
      co_await asio::async_write(tcp_, asio::buffer(kSpeakTls),
                                 asio::redirect_error(asio::use_awaitable, ignored));
      co_return false;
    }
    if (first && secret_->incoming.front() != kBeginsHandshake) {
      co_return false;
    }
    const TlsSession::Outcome outcome = secret_->session->shake_hands();
    const Code failed = co_await flush();  // an alert says why it does not go on
    if (failed ||
        (outcome != TlsSession::Outcome::Done && outcome != TlsSession::Outcome::WantsInput)) {
      co_return false;
    }
    if (outcome == TlsSession::Outcome::Done) {
      co_return true;
    }
  }
}

awaitable<void> Stream::say_goodbye() {
  if (secret_) {
    secret_->session->say_goodbye();
    co_await flush();
  }
  Code ignored;
  tcp_.socket().shutdown(tcp::socket::shutdown_send, ignored);
}

std::string address_of_peer(Stream& stream) {
  boost::system::error_code failed;
  const auto endpoint = stream.socket().remote_endpoint(failed);
  return failed ? std::string() : unmapped(endpoint.address()).to_string();
}

std::string address_of_host(Stream& stream) {
  boost::system::error_code failed;
  const auto endpoint = stream.socket().local_endpoint(failed);
  if (failed) {
    return {};
  }
  const auto address = unmapped(endpoint.address());
  return address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
}

}  // namespace fairmon::server
