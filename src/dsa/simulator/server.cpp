#include "dsa/simulator/server.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <atomic>
#include <list>
#include <mutex>
#include <thread>

#include "support/thread.hpp"

namespace fairmon::dsa::simulator {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Tcp = asio::ip::tcp;

constexpr std::size_t kCutAfter = 200;

Request to_request(const http::request<http::string_body>& message) {
  Request request;
  request.method = std::string(message.method_string());
  request.path = std::string(message.target());
  request.body = message.body();
  request.range = std::string(message[http::field::range]);
  request.authorization = std::string(message[http::field::authorization]);
  request.accepts_json =
      std::string_view(message[http::field::accept]).find("json") != std::string_view::npos;
  return request;
}

}  // namespace

struct Server::Body {
  explicit Body(ApiSettings settings) : api(std::move(settings)) {}

  Api api;
  asio::io_context context;
  Tcp::acceptor acceptor{context};
  std::uint16_t port = 0;
  std::atomic<bool> stopping{false};
  support::Thread listener;
  std::mutex mutex;
  std::list<Tcp::socket> sockets;
  std::vector<support::Thread> sessions;

  void listen();
  void session(Tcp::socket& socket);
  bool respond(Tcp::socket& socket, const http::request<http::string_body>& message);
};

// One thread per connection: a client has one or two.
void Server::Body::listen() {
  while (!stopping.load()) {
    boost::system::error_code error;
    Tcp::socket socket(context);
    acceptor.accept(socket, error);
    if (error) {
      return;
    }
    const std::lock_guard lock(mutex);
    Tcp::socket& kept = sockets.emplace_back(std::move(socket));
    const auto close = [&kept](const Error&) {
      boost::system::error_code ignored;
      kept.close(ignored);
    };
    if (auto started = sessions.emplace_back().start([this, &kept] { session(kept); }, close);
        !started) {
      close(started.error());
    }
  }
}

void Server::Body::session(Tcp::socket& socket) {
  boost::beast::flat_buffer buffer;
  boost::system::error_code error;
  socket.set_option(Tcp::no_delay(true), error);
  while (!stopping.load()) {
    http::request<http::string_body> message;
    http::read(socket, buffer, message, error);
    if (error || !respond(socket, message)) {
      break;
    }
  }
  const std::lock_guard lock(mutex);
  socket.shutdown(Tcp::socket::shutdown_both, error);
  socket.close(error);
}

bool Server::Body::respond(Tcp::socket& socket, const http::request<http::string_body>& message) {
  // The delay counts from the arrival: making up the statements takes a part of it.
  const auto began = std::chrono::steady_clock::now();
  Response response = api.answer(to_request(message));
  const auto until = began + response.delay;
  while (std::chrono::steady_clock::now() < until && !stopping.load()) {
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(
        until - std::chrono::steady_clock::now(), std::chrono::milliseconds(20)));
  }
  if (response.reset) {
    return false;
  }
  http::response<http::string_body> answer{static_cast<http::status>(response.status),
                                           message.version()};
  answer.set(http::field::content_type, response.content_type);
  for (const auto& [name, value] : response.headers) {
    answer.set(name, value);
  }
  answer.keep_alive(message.keep_alive());
  answer.body() = std::move(response.body);
  answer.prepare_payload();
  boost::system::error_code error;
  if (response.cut_in_middle) {
    answer.body().resize(std::min(answer.body().size(), kCutAfter));
  }
  http::write(socket, answer, error);
  return !error && !response.cut_in_middle && message.keep_alive();
}

Server::Server(std::unique_ptr<Body> body) : body_(std::move(body)) {}

Result<std::unique_ptr<Server>> Server::start(ApiSettings settings, std::uint16_t port) {
  auto body = std::make_unique<Body>(std::move(settings));
  const Tcp::endpoint endpoint(asio::ip::address_v4::loopback(), port);
  boost::system::error_code error;
  body->acceptor.open(endpoint.protocol(), error);
  body->acceptor.set_option(Tcp::acceptor::reuse_address(true), error);
  body->acceptor.bind(endpoint, error);
  if (!error) {
    body->acceptor.listen(asio::socket_base::max_listen_connections, error);
  }
  if (error) {
    return Error(ErrorCode::Network, "cannot listen on port " + std::to_string(port) + ": " +
                                         error.message() + "; choose another with --port");
  }
  body->port = body->acceptor.local_endpoint().port();
  Body* running = body.get();
  auto started = body->listener.start([running] { running->listen(); }, [](const Error&) {});
  if (!started) {
    return std::move(started).error();
  }
  return std::unique_ptr<Server>(new Server(std::move(body)));
}

Server::~Server() {
  body_->stopping = true;
  boost::system::error_code error;
  // A blocked accept is woken by a connection; closing the acceptor from here would race with it.
  {
    Tcp::socket wake(body_->context);
    wake.connect(Tcp::endpoint(asio::ip::address_v4::loopback(), body_->port), error);
  }
  body_->listener.join();
  {
    const std::lock_guard lock(body_->mutex);
    for (Tcp::socket& socket : body_->sockets) {
      socket.shutdown(Tcp::socket::shutdown_both, error);
    }
  }
  for (support::Thread& session : body_->sessions) {
    session.join();
  }
}

std::uint16_t Server::port() const noexcept { return body_->port; }

std::string Server::base_url() const { return "http://127.0.0.1:" + std::to_string(body_->port); }

const Api& Server::api() const noexcept { return body_->api; }

}  // namespace fairmon::dsa::simulator
