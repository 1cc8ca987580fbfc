// The only file that knows the network library.
#include "server/server.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <list>
#include <memory>
#include <vector>

#include "server/access/login.hpp"
#include "server/http/router.hpp"
#include "server/http/static_files.hpp"
#include "server/live/client.hpp"
#include "server/stop_signals.hpp"
#include "server/tls/stream.hpp"
#include "support/limits.hpp"
#include "support/thread.hpp"

namespace fairmon::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
namespace fs = std::filesystem;
using asio::awaitable;
using asio::ip::tcp;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

using limits::kGuestBody;
using limits::kRequestBody;
using limits::kRequestHead;
/// Of 64 KiB at most, read from somebody who was refused; 64 MiB in all.
constexpr std::size_t kMostPiecesAtEnd = 1024;
constexpr std::string_view kUploadPath = "/api/v1/uploads";
constexpr seconds kLooksAtCaller(2);
constexpr std::string_view kLivePath = "/api/v1/live";

using HeadParser = http::request_parser<http::empty_body>;
using WebSocket = websocket::stream<Stream>;

bool fill_request(const http::request_header<>& head, Request& request) {
  request.method = std::string(head.method_string());
  for (const auto& field : head) {
    std::string name(field.name_string());
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    request.headers[std::move(name)] = std::string(field.value());
  }
  const auto target = head.target();
  return parse_target({target.data(), target.size()}, request);
}

http::response<http::string_body> to_message(const Response& response, unsigned version,
                                             bool keep_alive, bool is_head) {
  http::response<http::string_body> message;
  message.version(version);
  message.result(response.status);
  message.set(http::field::content_type, response.content_type);
  for (const auto& [name, value] : safety_headers()) {
    message.set(name, value);
  }
  for (const auto& [name, value] : response.headers) {
    message.set(name, value);
  }
  if (message.find(http::field::cache_control) == message.end()) {
    message.set(http::field::cache_control, "no-store");
  }
  message.keep_alive(keep_alive);
  message.content_length(response.body.size());
  if (!is_head) {
    message.body() = response.body;
    message.prepare_payload();
  }
  return message;
}

/// What the two halves of a conversation with a page share; it lives as long as either of them.
struct Conversation {
  Conversation(Stream stream, AppState& state) : socket(std::move(stream)), client(state) {}
  WebSocket socket;
  LiveClient client;
  std::vector<Outgoing> pending;
  bool open = true;
};

/// Closes the connection at the end of a block.
struct Ending {
  explicit Ending(Conversation& the_conversation) : conversation(the_conversation) {}
  ~Ending() {
    conversation.open = false;
    beast::get_lowest_layer(conversation.socket).close();
  }
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;
  Conversation& conversation;
};

/// Who is connected, and who of them has shown that he may be.
class Guests {
 public:
  /// One connection as long as it lives.
  class Visit {
   public:
    Visit(Guests& guests, Stream& stream)
        : guests_(guests), stream_(stream), place_(guests.strangers_.end()) {
      place_ = guests_.strangers_.insert(guests_.strangers_.end(), this);
      ++guests_.num_here_;
    }
    ~Visit() {
      welcome();
      guests_.num_here_ -= sent_away_ ? 0 : 1;
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

    /// The token was shown: nobody sends this one away.
    void welcome() {
      if (!known_) {
        guests_.strangers_.erase(place_);
        known_ = true;
      }
    }
    [[nodiscard]] bool known() const { return known_; }

   private:
    friend class Guests;
    /// The coroutine wakes up, finds the connection gone and ends.
    void send_away() {
      stream_.close();
      --guests_.num_here_;
      sent_away_ = true;
      welcome();
    }

    Guests& guests_;
    Stream& stream_;
    std::list<Visit*>::iterator place_;
    bool known_ = false;
    bool sent_away_ = false;
  };

  /// Sends the stranger away who has been here longest if there are too many. False if there is
  /// none but the newcomer.
  bool make_room(std::size_t most, const Visit& newcomer) {
    if (num_here_ <= most) {
      return true;
    }
    if (strangers_.empty() || strangers_.front() == &newcomer) {
      return false;
    }
    strangers_.front()->send_away();
    return true;
  }

 private:
  std::size_t num_here_ = 0;
  std::list<Visit*> strangers_;  ///< in the order they came
};

/// Threads that answer requests. Where the system gives one thread and not the next, asio's own
/// pool waits for the first one for ever.
class Workers {
 public:
  ~Workers() { join(); }

  [[nodiscard]] Result<void> start(std::size_t count) {
    threads_.resize(count);
    for (support::Thread& thread : threads_) {
      auto started = thread.start([this] { work(); }, [](const Error&) {});
      if (!started) {
        return started;
      }
    }
    return {};
  }
  [[nodiscard]] asio::io_context& context() noexcept { return context_; }
  /// Waits until everything begun is done; nothing begins afterwards.
  void join() noexcept {
    more_.reset();
    threads_.clear();
  }

 private:
  void work() {
    while (true) {
      try {
        context_.run();
        return;
      } catch (const std::exception&) {
        // It cost a request; the next one may do.
      }
    }
  }

  asio::io_context context_;
  asio::executor_work_guard<asio::io_context::executor_type> more_{context_.get_executor()};
  std::vector<support::Thread> threads_;
};

constexpr std::size_t kNumWorkers = 4;

/// Whether somebody is known; then nobody sends the connection away.
bool welcome(const Request& request, Guests::Visit& visit) {
  if (request.caller) {
    visit.welcome();
  }
  return visit.known();
}

}  // namespace

struct Server::Body {
  Body(AppState& the_state, ServerOptions the_options)
      : state(the_state), options(std::move(the_options)) {}

  awaitable<void> accept_loop(tcp::acceptor& acceptor);
  awaitable<void> serve(tcp::socket socket);
  awaitable<bool> answer_one(Stream& stream, beast::flat_buffer& buffer, Guests::Visit& visit);
  awaitable<Response> answer(Request& request);
  awaitable<bool> read_body(Stream& stream, beast::flat_buffer& buffer, HeadParser& head,
                            bool known, Request& request, Response& refused);
  awaitable<bool> read_upload(Stream& stream, beast::flat_buffer& buffer, HeadParser& head,
                              Request& request, Response& refused);
  awaitable<void> talk(std::shared_ptr<Conversation> with, Request asked);
  static awaitable<void> listen_to(std::shared_ptr<Conversation> with);
  awaitable<void> end(Stream& stream);
  awaitable<void> send(Stream& stream, const Response& response, unsigned version, bool keep_alive,
                       bool is_head);

  AppState& state;
  ServerOptions options;
  Guests guests;  ///< outlives the connections, which end with the context
  asio::io_context io{1};
  Workers workers;
  std::vector<tcp::acceptor> acceptors;
  std::shared_ptr<TlsContext> tls;  ///< nothing: connections are not encrypted
};

awaitable<void> Server::Body::accept_loop(tcp::acceptor& acceptor) {
  while (acceptor.is_open()) {
    boost::system::error_code failed;
    tcp::socket socket =
        co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, failed));
    if (failed == asio::error::operation_aborted) {
      co_return;
    }
    try {
      if (!failed) {
        asio::co_spawn(io, serve(std::move(socket)), asio::detached);
      }
    } catch (const std::exception&) {
      failed = asio::error::no_memory;  // this connection is lost, the next one may do
    }
    if (failed) {
      // Out of descriptors, most likely: wait a little instead of spinning.
      asio::steady_timer pause(io, milliseconds(100));
      co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, failed));
    }
  }
}

awaitable<void> Server::Body::serve(tcp::socket socket) {
  boost::system::error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  std::unique_ptr<TlsSession> session = tls ? tls->begin() : nullptr;
  if (tls && !session) {
    co_return;
  }
  Stream stream(std::move(socket), std::move(session));
  Guests::Visit visit(guests, stream);
  beast::flat_buffer buffer(kRequestHead * 4);
  try {
    if (!guests.make_room(options.max_connections, visit)) {
      if (!tls) {
        co_await send(stream, error_response(503, "busy", "too many connections are open"), 11,
                      false, false);
      }
      co_return;
    }
    stream.expires_after(options.header_timeout);
    if (!co_await stream.shake_hands()) {
      co_await end(stream);
      co_return;
    }
    while (co_await answer_one(stream, buffer, visit)) {
    }
    co_await end(stream);
  } catch (const std::exception&) {
    // A peer that breaks off, floods or dawdles loses its connection and nothing else.
  }
}

/// Closing a socket with unread bytes makes the system throw away what the peer has not read yet:
/// whoever is still sending a file that was refused would never see why. So a rest is read first.
awaitable<void> Server::Body::end(Stream& stream) {
  boost::system::error_code failed;
  stream.expires_after(seconds(2));
  co_await stream.say_goodbye();
  std::vector<char> rest(std::size_t{1} << 16);
  for (std::size_t pieces = 0; !failed && pieces < kMostPiecesAtEnd; ++pieces) {
    co_await stream.next_layer().async_read_some(asio::buffer(rest),
                                                 asio::redirect_error(asio::use_awaitable, failed));
  }
}

awaitable<void> Server::Body::send(Stream& stream, const Response& response, unsigned version,
                                   bool keep_alive, bool is_head) {
  auto message = to_message(response, version, keep_alive, is_head);
  stream.expires_after(seconds(60));
  if (is_head) {
    http::response_serializer<http::string_body> serializer(message);
    co_await http::async_write_header(stream, serializer, asio::use_awaitable);
  } else {
    co_await http::async_write(stream, message, asio::use_awaitable);
  }
}

awaitable<bool> Server::Body::answer_one(Stream& stream, beast::flat_buffer& buffer,
                                         Guests::Visit& visit) {
  HeadParser head;
  head.header_limit(kRequestHead);
  head.body_limit(std::max<std::uint64_t>(kRequestBody, state.uploads.max_bytes()));
  stream.expires_after(options.header_timeout);
  boost::system::error_code failed;
  co_await http::async_read_header(stream, buffer, head,
                                   asio::redirect_error(asio::use_awaitable, failed));
  if (failed) {
    co_return false;
  }
  const unsigned version = head.get().version();
  Request request;
  const bool readable = fill_request(head.get(), request);
  request.arrived_at = address_of_host(stream);
  request.peer = address_of_peer(stream);
  request.encrypted = stream.is_encrypted();
  const bool upgrades = websocket::is_upgrade(head.get());
  Response response;
  bool keep_alive = head.get().keep_alive();
  if (!readable) {
    response = error_response(400, "bad-target", "the address is malformed");
    keep_alive = false;
  } else if (auto refused = refuse(state.gate, request, upgrades)) {
    response = *refused;
    keep_alive = false;
  } else if (upgrades && request.path == kLivePath) {
    visit.welcome();
    auto upgrade = head.release();
    stream.expires_never();
    const auto conversation = std::make_shared<Conversation>(std::move(stream), state);
    co_await conversation->socket.async_accept(upgrade, asio::use_awaitable);
    co_await talk(conversation, std::move(request));
    co_return false;
  } else if (!co_await read_body(stream, buffer, head, welcome(request, visit), request,
                                 response)) {
    keep_alive = false;
  } else if (auto wrong_body = refuse(state.gate, request, false)) {
    response = *wrong_body;
  } else {
    response = co_await answer(request);
  }
  co_await send(stream, response, version, keep_alive, request.method == "HEAD");
  co_return keep_alive;
}

awaitable<Response> Server::Body::answer(Request& request) {
  Access* const access = state.gate.access.get();
  const bool logs_in = access != nullptr && is_login(request);
  if (request.path.starts_with("/api/") || logs_in) {
    const auto compute = [&]() -> awaitable<Response> {
      co_return logs_in ? answer_login(request, *access, state.gate.cookie_name())
                        : dispatch(request, state);
    };
    co_return co_await asio::co_spawn(workers.context(), compute, asio::use_awaitable);
  }
  if (access != nullptr && !request.caller && request.path == "/" && state.gate.token.empty()) {
    co_return go_to_login();
  }
  co_return static_file(request, options.web_root);
}

awaitable<bool> Server::Body::read_body(Stream& stream, beast::flat_buffer& buffer,
                                        HeadParser& head, bool known, Request& request,
                                        Response& refused) {
  if (request.method == "POST" && request.path == kUploadPath) {
    co_return co_await read_upload(stream, buffer, head, request, refused);
  }
  // The library looks at the announced length with the head, when the limit was that of uploads.
  const std::size_t most = known ? kRequestBody : kGuestBody;
  const bool announced = head.content_length().value_or(0) > most;
  http::request_parser<http::string_body> parser(std::move(head));
  parser.body_limit(most);
  stream.expires_after(seconds(30));
  boost::system::error_code failed;
  if (!announced) {
    co_await http::async_read(stream, buffer, parser,
                              asio::redirect_error(asio::use_awaitable, failed));
  }
  if (failed || announced) {
    refused = announced || failed == http::error::body_limit
                  ? error_response(413, "too-large", "the request is too large")
                  : error_response(400, "truncated", "the request ended early");
    co_return false;
  }
  request.body = std::move(parser.get().body());
  co_return true;
}

awaitable<bool> Server::Body::read_upload(Stream& stream, beast::flat_buffer& buffer,
                                          HeadParser& head, Request& request, Response& refused) {
  const auto length = head.content_length();
  const auto place = state.uploads.reserve(length ? *length : 0);
  if (!place) {
    refused = error_response(413, "upload", place.error().message);
    co_return false;
  }
  http::request_parser<http::file_body> parser(std::move(head));
  parser.body_limit(state.uploads.max_bytes());
  boost::system::error_code failed;
  parser.get().body().open(place.value().c_str(), beast::file_mode::write_new, failed);
  std::error_code ignored;
  while (!failed && !parser.is_done()) {
    stream.expires_after(seconds(30));  // per piece: a large file may take its time
    co_await http::async_read_some(stream, buffer, parser,
                                   asio::redirect_error(asio::use_awaitable, failed));
  }
  parser.get().body().close();
  if (failed) {
    fs::remove(place.value(), ignored);
    refused = failed == http::error::body_limit
                  ? error_response(413, "upload", "the file is larger than the limit")
                  : error_response(400, "truncated", "the upload ended early");
    co_return false;
  }
  request.body_file = place.value();
  request.body_file_size = fs::file_size(place.value(), ignored);
  co_return true;
}

awaitable<void> Server::Body::listen_to(std::shared_ptr<Conversation> with) {
  beast::flat_buffer buffer;
  while (with->open) {
    boost::system::error_code failed;
    co_await with->socket.async_read(buffer, asio::redirect_error(asio::use_awaitable, failed));
    const auto data = buffer.cdata();
    if (failed || !with->socket.got_text() ||
        !with->client.receive({static_cast<const char*>(data.data()), data.size()},
                              with->pending)) {
      break;
    }
    buffer.consume(buffer.size());
  }
  with->open = false;
}

/// As long as whoever asked may come in; a user who is gone does not go on listening.
awaitable<void> Server::Body::talk(std::shared_ptr<Conversation> with, Request asked) {
  WebSocket& socket = with->socket;
  socket.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
  socket.read_message_max(limits::kSocketMessage);
  socket.auto_fragment(false);
  asio::co_spawn(io, listen_to(with), [with](const std::exception_ptr&) { with->open = false; });
  // Whatever ends this, the listener hears of it.
  const Ending ending(*with);
  asio::steady_timer timer(io);
  boost::system::error_code failed;
  auto next_look = LiveClient::Clock::now() + kLooksAtCaller;
  while (with->open && !failed) {
    const auto now = LiveClient::Clock::now();
    if (now >= next_look) {
      next_look = now + kLooksAtCaller;
      const auto caller = state.gate.identify(asked);
      if (!caller || !*caller) {
        co_return;
      }
    }
    with->client.tick(now, with->pending);
    // While a slow page takes its time here, no tick happens: nothing piles up.
    std::vector<Outgoing> batch;
    batch.swap(with->pending);
    for (const Outgoing& message : batch) {
      socket.binary(message.binary);
      co_await socket.async_write(asio::buffer(message.data),
                                  asio::redirect_error(asio::use_awaitable, failed));
      if (failed) {
        break;
      }
    }
    timer.expires_after(milliseconds(50));
    boost::system::error_code ignored;
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
}

Server::Server(std::unique_ptr<Body> body) : body_(std::move(body)) {}
Server::~Server() {
  stop();
  body_->workers.join();
}

Result<std::unique_ptr<Server>> Server::bind(AppState& state, ServerOptions options) {
  auto body = std::make_unique<Body>(state, std::move(options));
  if (auto started = body->workers.start(kNumWorkers); !started) {
    return std::move(started).error().with_context("starting the server");
  }
  boost::system::error_code failed;
  const auto address = asio::ip::make_address(body->options.address, failed);
  if (failed) {
    return Error(ErrorCode::Usage, body->options.address + " is not an IP address");
  }
  try {
    body->acceptors.emplace_back(body->io, tcp::endpoint(address, body->options.port));
  } catch (const boost::system::system_error& error) {
    return Error(ErrorCode::Usage, "cannot listen on " + body->options.address + ":" +
                                       std::to_string(body->options.port) + ": " +
                                       error.code().message());
  }
  const std::uint16_t port = body->acceptors.front().local_endpoint().port();
  body->options.port = port;
  state.gate.port = port;
  state.gate.loopback = address.is_loopback();
  if (address == asio::ip::address_v4::loopback()) {
    try {
      body->acceptors.emplace_back(body->io, tcp::endpoint(asio::ip::address_v6::loopback(), port));
    } catch (const boost::system::system_error&) {
      // A machine without IPv6, or the port is taken there: the IPv4 address is enough.
    }
  }
  return std::unique_ptr<Server>(new Server(std::move(body)));
}

std::uint16_t Server::port() const noexcept { return body_->options.port; }

void Server::encrypt_with(std::shared_ptr<TlsContext> tls) {
  asio::post(body_->io, [this, tls = std::move(tls)] { body_->tls = tls; });
}

void Server::run(bool handle_signals, const std::function<void()>& on_hang_up) {
  for (tcp::acceptor& acceptor : body_->acceptors) {
    asio::co_spawn(body_->io, body_->accept_loop(acceptor), asio::detached);
  }
  const StopSignals signals(handle_signals, on_hang_up != nullptr);
  constexpr milliseconds kLookUp(100);  // how often the server looks whether a signal came
  while (!body_->io.stopped()) {
    try {
      body_->io.run_for(kLookUp);
    } catch (const std::exception&) {
      // What a library throws costs one connection, not the others.
    }
    if (signals.came()) {
      stop();
    }
    if (signals.hung_up()) {
      on_hang_up();
    }
  }
}

void Server::stop() { body_->io.stop(); }

}  // namespace fairmon::server
