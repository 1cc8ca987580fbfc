// The only file of this module that knows the network library.
#include "watch/http/listener.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <sys/resource.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <exception>
#include <utility>
#include <vector>

#include "server/http/security.hpp"
#include "server/tls/stream.hpp"
#include "support/limits.hpp"

namespace fairmon::watch {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::awaitable;
using asio::ip::tcp;
using server::Request;
using server::Response;

namespace {

using HeadParser = http::request_parser<http::empty_body>;
using BodyParser = http::request_parser<http::string_body>;

bool read_head(const http::request_header<>& head, Request& request) {
  request.method = std::string(head.method_string());
  for (const auto& field : head) {
    std::string name(field.name_string());
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    request.headers[std::move(name)] = std::string(field.value());
  }
  const auto target = head.target();
  return server::parse_target({target.data(), target.size()}, request);
}

http::response<http::string_body> message_of(Response response, unsigned version, bool keep_alive,
                                             bool is_head) {
  http::response<http::string_body> message;
  message.version(version);
  message.result(response.status);
  message.set(http::field::content_type, response.content_type);
  message.set(http::field::cache_control, "no-store");
  for (const auto& [name, value] : server::safety_headers()) {
    message.set(name, value);
  }
  for (const auto& [name, value] : response.headers) {
    message.set(name, value);
  }
  message.keep_alive(keep_alive);
  message.content_length(response.body.size());
  if (!is_head) {
    message.body() = std::move(response.body);
  }
  return message;
}

/// Each connection takes a descriptor; the system's usual limit is for programs with few.
void allow_descriptors(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < wanted + 256) {
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, wanted + 256);
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
}

}  // namespace

struct Listener::Body {
  Body(ListenerOptions the_options, RequestHandler& the_handler)
      : options(std::move(the_options)), handler(the_handler), acceptor(io) {}

  awaitable<void> accept_loop();
  awaitable<void> serve(tcp::socket socket);
  awaitable<bool> answer_one(server::Stream& stream, beast::flat_buffer& buffer);
  awaitable<bool> read_body(server::Stream& stream, beast::flat_buffer& buffer, HeadParser& head,
                            std::uint64_t most, Request& request, Response& refused);
  awaitable<Response> ask(Request request);
  awaitable<void> send(server::Stream& stream, Response response, unsigned version, bool keep_alive,
                       bool is_head) const;
  awaitable<void> end(server::Stream& stream) const;
  awaitable<void> tick(std::chrono::milliseconds period, std::function<void()> work);
  void await_signal(asio::signal_set& set, const std::function<void()>& work);

  ListenerOptions options;
  RequestHandler& handler;
  std::atomic<std::size_t> num_connections = 0;
  asio::io_context io{1};
  tcp::acceptor acceptor;
  std::deque<asio::signal_set> signals;
};

awaitable<void> Listener::Body::accept_loop() {
  while (true) {
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
      asio::steady_timer pause(io, std::chrono::milliseconds(100));
      co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, failed));
    }
  }
}

awaitable<void> Listener::Body::serve(tcp::socket socket) {
  struct Count {
    explicit Count(std::atomic<std::size_t>& the_number) : number(the_number) { ++number; }
    ~Count() { --number; }
    Count(const Count&) = delete;
    Count& operator=(const Count&) = delete;
    std::atomic<std::size_t>& number;
  };
  const Count count(num_connections);
  boost::system::error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  std::unique_ptr<server::TlsSession> session = options.tls ? options.tls->begin() : nullptr;
  if (options.tls && !session) {
    co_return;
  }
  server::Stream stream(std::move(socket), std::move(session));
  beast::flat_buffer buffer(limits::kRequestHead * 4);
  try {
    stream.expires_after(options.body_timeout);
    if (!co_await stream.shake_hands()) {
      co_await end(stream);
      co_return;
    }
    if (num_connections > options.max_connections) {
      Response busy = server::error_response(503, "busy", "too many connections are open");
      busy.headers.emplace_back("Retry-After", "1");
      co_await send(stream, std::move(busy), 11, false, false);
      co_return;
    }
    while (co_await answer_one(stream, buffer)) {
    }
    co_await end(stream);
  } catch (const std::exception&) {
    // A peer that breaks off, floods or dawdles loses its connection and nothing else.
  }
}

/// Whoever is still sending what was refused would not see why if the socket closed at once.
awaitable<void> Listener::Body::end(server::Stream& stream) const {
  boost::system::error_code failed;
  stream.expires_after(std::chrono::seconds(2));
  co_await stream.say_goodbye();
  std::vector<char> rest(std::size_t{1} << 14);
  for (int pieces = 0; !failed && pieces < 4096; ++pieces) {
    co_await stream.next_layer().async_read_some(asio::buffer(rest),
                                                 asio::redirect_error(asio::use_awaitable, failed));
  }
}

awaitable<void> Listener::Body::send(server::Stream& stream, Response response, unsigned version,
                                     bool keep_alive, bool is_head) const {
  auto message = message_of(std::move(response), version, keep_alive, is_head);
  stream.expires_after(options.body_timeout);
  if (is_head) {
    http::response_serializer<http::string_body> serializer(message);
    co_await http::async_write_header(stream, serializer, asio::use_awaitable);
  } else {
    co_await http::async_write(stream, message, asio::use_awaitable);
  }
}

/// Waits for the reply without holding the thread.
awaitable<Response> Listener::Body::ask(Request request) {
  const auto initiate = [this](auto completion, Request asked) {
    auto kept = std::make_shared<decltype(completion)>(std::move(completion));
    Reply reply = [this, kept](Response response) {
      asio::post(
          io, [kept, response = std::move(response)]() mutable { (*kept)(std::move(response)); });
    };
    try {
      handler.handle(std::move(asked), reply);
    } catch (const std::exception&) {
      reply(server::error_response(500, "internal", "FairMon made a mistake while answering"));
    }
  };
  co_return co_await asio::async_initiate<decltype(asio::use_awaitable), void(Response)>(
      initiate, asio::use_awaitable, std::move(request));
}

awaitable<bool> Listener::Body::answer_one(server::Stream& stream, beast::flat_buffer& buffer) {
  HeadParser head;
  head.header_limit(limits::kRequestHead);
  head.body_limit(boost::none);  // decided below, when it is known who asks
  stream.expires_after(options.idle_timeout);
  boost::system::error_code failed;
  co_await http::async_read_header(stream, buffer, head,
                                   asio::redirect_error(asio::use_awaitable, failed));
  if (failed) {
    co_return false;
  }
  const unsigned version = head.get().version();
  bool keep_alive = head.get().keep_alive();
  Request request;
  request.peer = server::address_of_peer(stream);
  request.encrypted = stream.is_encrypted();
  Response response;
  if (!read_head(head.get(), request)) {
    response = server::error_response(400, "bad-target", "the address is malformed");
    keep_alive = false;
  } else if (auto admitted = handler.admit(request); !admitted) {
    response = std::move(admitted).error();
    keep_alive = keep_alive && head.content_length().value_or(0) == 0 && !head.chunked();
  } else if (!co_await read_body(stream, buffer, head, *admitted, request, response)) {
    keep_alive = false;
  } else {
    const bool is_head = request.method == "HEAD";
    stream.expires_never();
    response = co_await ask(std::move(request));
    co_await send(stream, std::move(response), version, keep_alive, is_head);
    co_return keep_alive;
  }
  co_await send(stream, std::move(response), version, keep_alive, request.method == "HEAD");
  co_return keep_alive;
}

awaitable<bool> Listener::Body::read_body(server::Stream& stream, beast::flat_buffer& buffer,
                                          HeadParser& head, std::uint64_t most, Request& request,
                                          Response& refused) {
  const bool announced = head.content_length().value_or(0) > most;
  boost::system::error_code failed;
  if (!announced && beast::iequals(head.get()[http::field::expect], "100-continue")) {
    http::response<http::empty_body> go_on(http::status::continue_, head.get().version());
    co_await http::async_write(stream, go_on, asio::redirect_error(asio::use_awaitable, failed));
  }
  BodyParser parser(std::move(head));
  parser.body_limit(most);
  stream.expires_after(options.body_timeout);
  if (!announced && !failed) {
    co_await http::async_read(stream, buffer, parser,
                              asio::redirect_error(asio::use_awaitable, failed));
  }
  if (announced || failed == http::error::body_limit) {
    refused = server::error_response(413, "too-large",
                                     "the body is larger than the " + std::to_string(most) +
                                         " bytes that are taken at once; send it in parts");
    co_return false;
  }
  if (failed) {
    refused = server::error_response(400, "truncated", "the request ended early");
    co_return false;
  }
  request.body = std::move(parser.get().body());
  co_return true;
}

awaitable<void> Listener::Body::tick(std::chrono::milliseconds period, std::function<void()> work) {
  asio::steady_timer timer(io);
  while (true) {
    timer.expires_after(period);
    co_await timer.async_wait(asio::use_awaitable);
    work();
  }
}

void Listener::Body::await_signal(asio::signal_set& set, const std::function<void()>& work) {
  set.async_wait([this, &set, work](const boost::system::error_code& failed, int) {
    if (!failed) {
      await_signal(set, work);
      work();
    }
  });
}

Listener::Listener(std::unique_ptr<Body> body) : body_(std::move(body)) {}
Listener::~Listener() { stop(); }

Result<std::unique_ptr<Listener>> Listener::bind(const ListenerOptions& options,
                                                 RequestHandler& handler) {
  auto body = std::make_unique<Body>(options, handler);
  boost::system::error_code failed;
  const auto address = asio::ip::make_address(options.address, failed);
  if (failed) {
    return Error(ErrorCode::Usage, "`" + options.address + "` is not an IP address");
  }
  try {
    const tcp::endpoint endpoint(address, options.port);
    body->acceptor.open(endpoint.protocol());
    body->acceptor.set_option(tcp::acceptor::reuse_address(true));
    body->acceptor.bind(endpoint);
    body->acceptor.listen(4096);
    body->options.port = body->acceptor.local_endpoint().port();
  } catch (const boost::system::system_error& error) {
    return Error(ErrorCode::Usage, "cannot listen on " + options.address + ":" +
                                       std::to_string(options.port) + ": " +
                                       error.code().message());
  }
  allow_descriptors(options.max_connections);
  return std::unique_ptr<Listener>(new Listener(std::move(body)));
}

std::uint16_t Listener::port() const noexcept { return body_->options.port; }
std::size_t Listener::num_connections() const noexcept { return body_->num_connections; }

void Listener::every(std::chrono::milliseconds period, std::function<void()> work) {
  asio::co_spawn(body_->io, body_->tick(period, std::move(work)), asio::detached);
}

void Listener::on_signal(int signal, std::function<void()> work) {
  asio::signal_set& set = body_->signals.emplace_back(body_->io, signal);
  body_->await_signal(set, work);
}

void Listener::encrypt_with(std::shared_ptr<server::TlsContext> tls) {
  body_->options.tls = std::move(tls);
}

void Listener::post(std::function<void()> work) { asio::post(body_->io, std::move(work)); }

void Listener::run() {
  asio::co_spawn(body_->io, body_->accept_loop(), asio::detached);
  while (!body_->io.stopped()) {
    try {
      body_->io.run();
    } catch (const std::exception&) {
      // What a library throws costs one connection, not the others.
    }
  }
}

void Listener::stop() { body_->io.stop(); }

}  // namespace fairmon::watch
