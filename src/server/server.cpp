// The only file that knows the network library.
#include "server/server.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <vector>

#include "server/http/router.hpp"
#include "server/http/static_files.hpp"
#include "server/live/client.hpp"

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

constexpr std::size_t kMaxHeader = 16U * 1024U;
constexpr std::size_t kMaxBody = 8U * 1024U * 1024U;
/// Of 64 KiB at most, read from somebody who was refused; 64 MiB in all.
constexpr std::size_t kMostPiecesAtEnd = 1024;
constexpr std::size_t kMaxMessage = 64U * 1024U;
constexpr std::string_view kUploadPath = "/api/v1/uploads";
constexpr std::string_view kLivePath = "/api/v1/live";

using HeadParser = http::request_parser<http::empty_body>;
using WebSocket = websocket::stream<beast::tcp_stream>;

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

}  // namespace

struct Server::Body {
  Body(AppState& the_state, ServerOptions the_options)
      : state(the_state), options(std::move(the_options)), signals(io) {}

  awaitable<void> accept_loop(tcp::acceptor& acceptor);
  awaitable<void> serve(tcp::socket socket);
  awaitable<bool> answer_one(beast::tcp_stream& stream, beast::flat_buffer& buffer);
  awaitable<bool> read_body(beast::tcp_stream& stream, beast::flat_buffer& buffer, HeadParser& head,
                            Request& request, Response& refused);
  awaitable<bool> read_upload(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                              HeadParser& head, Request& request, Response& refused);
  awaitable<void> talk(WebSocket& socket);
  awaitable<void> listen_to(WebSocket& socket, LiveClient& client, std::vector<Outgoing>& pending,
                            bool& open);
  awaitable<void> end(beast::tcp_stream& stream);
  awaitable<void> send(beast::tcp_stream& stream, const Response& response, unsigned version,
                       bool keep_alive, bool is_head);

  AppState& state;
  ServerOptions options;
  asio::io_context io{1};
  asio::thread_pool workers{4};
  std::vector<tcp::acceptor> acceptors;
  asio::signal_set signals;
  std::size_t connections = 0;
};

awaitable<void> Server::Body::accept_loop(tcp::acceptor& acceptor) {
  while (acceptor.is_open()) {
    boost::system::error_code failed;
    tcp::socket socket =
        co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, failed));
    if (failed == asio::error::operation_aborted) {
      co_return;
    }
    if (failed) {
      // Out of descriptors, most likely: wait a little instead of spinning.
      asio::steady_timer pause(io, milliseconds(100));
      co_await pause.async_wait(asio::use_awaitable);
      continue;
    }
    asio::co_spawn(io, serve(std::move(socket)), asio::detached);
  }
}

awaitable<void> Server::Body::serve(tcp::socket socket) {
  struct Count {
    explicit Count(std::size_t& the_total) : total(the_total) { ++total; }
    ~Count() { --total; }
    std::size_t& total;
  };
  const Count count(connections);
  boost::system::error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  beast::tcp_stream stream(std::move(socket));
  beast::flat_buffer buffer(kMaxHeader * 4);
  try {
    if (connections > options.max_connections) {
      co_await send(stream, error_response(503, "busy", "too many connections are open"), 11, false,
                    false);
      co_return;
    }
    while (co_await answer_one(stream, buffer)) {
    }
    co_await end(stream);
  } catch (const std::exception&) {
    // A peer that breaks off, floods or dawdles loses its connection and nothing else.
  }
}

/// Closing a socket with unread bytes makes the system throw away what the peer has not read yet:
/// whoever is still sending a file that was refused would never see why. So a rest is read first.
awaitable<void> Server::Body::end(beast::tcp_stream& stream) {
  boost::system::error_code failed;
  stream.socket().shutdown(tcp::socket::shutdown_send, failed);
  std::vector<char> rest(std::size_t{1} << 16);
  stream.expires_after(seconds(2));
  for (std::size_t pieces = 0; !failed && pieces < kMostPiecesAtEnd; ++pieces) {
    co_await stream.async_read_some(asio::buffer(rest),
                                    asio::redirect_error(asio::use_awaitable, failed));
  }
}

awaitable<void> Server::Body::send(beast::tcp_stream& stream, const Response& response,
                                   unsigned version, bool keep_alive, bool is_head) {
  auto message = to_message(response, version, keep_alive, is_head);
  stream.expires_after(seconds(60));
  if (is_head) {
    http::response_serializer<http::string_body> serializer(message);
    co_await http::async_write_header(stream, serializer, asio::use_awaitable);
  } else {
    co_await http::async_write(stream, message, asio::use_awaitable);
  }
}

awaitable<bool> Server::Body::answer_one(beast::tcp_stream& stream, beast::flat_buffer& buffer) {
  HeadParser head;
  head.header_limit(kMaxHeader);
  head.body_limit(std::max<std::uint64_t>(kMaxBody, state.uploads.max_bytes()));
  stream.expires_after(seconds(60));
  boost::system::error_code failed;
  co_await http::async_read_header(stream, buffer, head,
                                   asio::redirect_error(asio::use_awaitable, failed));
  if (failed) {
    co_return false;
  }
  const unsigned version = head.get().version();
  Request request;
  const bool readable = fill_request(head.get(), request);
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
    auto upgrade = head.release();
    stream.expires_never();
    WebSocket socket(std::move(stream));
    co_await socket.async_accept(upgrade, asio::use_awaitable);
    co_await talk(socket);
    co_return false;
  } else if (!co_await read_body(stream, buffer, head, request, response)) {
    keep_alive = false;
  } else if (auto wrong_body = refuse(state.gate, request, false)) {
    response = *wrong_body;
  } else if (request.path.starts_with("/api/")) {
    response = co_await asio::co_spawn(
        workers, [&]() -> awaitable<Response> { co_return dispatch(request, state); },
        asio::use_awaitable);
  } else {
    response = static_file(request, options.web_root);
  }
  co_await send(stream, response, version, keep_alive, request.method == "HEAD");
  co_return keep_alive;
}

awaitable<bool> Server::Body::read_body(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                                        HeadParser& head, Request& request, Response& refused) {
  if (request.method == "POST" && request.path == kUploadPath) {
    co_return co_await read_upload(stream, buffer, head, request, refused);
  }
  http::request_parser<http::string_body> parser(std::move(head));
  parser.body_limit(kMaxBody);
  stream.expires_after(seconds(30));
  boost::system::error_code failed;
  co_await http::async_read(stream, buffer, parser,
                            asio::redirect_error(asio::use_awaitable, failed));
  if (failed) {
    refused = failed == http::error::body_limit
                  ? error_response(413, "too-large", "the request is too large")
                  : error_response(400, "truncated", "the request ended early");
    co_return false;
  }
  request.body = std::move(parser.get().body());
  co_return true;
}

awaitable<bool> Server::Body::read_upload(beast::tcp_stream& stream, beast::flat_buffer& buffer,
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

awaitable<void> Server::Body::listen_to(WebSocket& socket, LiveClient& client,
                                        std::vector<Outgoing>& pending, bool& open) {
  beast::flat_buffer buffer;
  while (open) {
    boost::system::error_code failed;
    co_await socket.async_read(buffer, asio::redirect_error(asio::use_awaitable, failed));
    const auto data = buffer.cdata();
    if (failed || !socket.got_text() ||
        !client.receive({static_cast<const char*>(data.data()), data.size()}, pending)) {
      break;
    }
    buffer.consume(buffer.size());
  }
  open = false;
}

awaitable<void> Server::Body::talk(WebSocket& socket) {
  socket.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
  socket.read_message_max(kMaxMessage);
  socket.auto_fragment(false);
  // The reader outlives neither: `talk` waits until it has said goodbye.
  LiveClient client(state);
  std::vector<Outgoing> pending;
  bool open = true;
  bool reader_done = false;
  asio::co_spawn(
      io,
      [&]() -> awaitable<void> {
        co_await listen_to(socket, client, pending, open);
        reader_done = true;
      },
      asio::detached);
  asio::steady_timer timer(io);
  boost::system::error_code failed;
  while (open && !failed) {
    client.tick(LiveClient::Clock::now(), pending);
    // While a slow page takes its time here, no tick happens: nothing piles up.
    std::vector<Outgoing> batch;
    batch.swap(pending);
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
  open = false;
  beast::get_lowest_layer(socket).close();
  while (!reader_done) {
    timer.expires_after(milliseconds(5));
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, failed));
  }
}

Server::Server(std::unique_ptr<Body> body) : body_(std::move(body)) {}
Server::~Server() {
  stop();
  body_->workers.join();
}

Result<std::unique_ptr<Server>> Server::bind(AppState& state, ServerOptions options) {
  auto body = std::make_unique<Body>(state, std::move(options));
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

void Server::run(bool handle_signals) {
  for (tcp::acceptor& acceptor : body_->acceptors) {
    asio::co_spawn(body_->io, body_->accept_loop(acceptor), asio::detached);
  }
  if (handle_signals) {
    body_->signals.add(SIGINT);
    body_->signals.add(SIGTERM);
    body_->signals.async_wait([this](const boost::system::error_code& failed, int) {
      if (!failed) {
        stop();
      }
    });
  }
  body_->io.run();
}

void Server::stop() { body_->io.stop(); }

}  // namespace fairmon::server
