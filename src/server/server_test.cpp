// The server over a real socket: hostile, slow and broken clients.
#include "server/server.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace fairmon::server {
namespace {

namespace fs = std::filesystem;

/// A running server with a small upload limit and a folder of its own.
class ServerTest : public testing::Test {
 protected:
  ServerTest()
      : runs_(fs::temp_directory_path() / ("fairmon-server-test-" + random_token().substr(0, 8))),
        state_(plugins_, runs_, 1'000) {
    state_.gate.token = "secret";
    auto bound = Server::bind(state_, {});
    EXPECT_TRUE(bound.ok());
    server_ = std::move(bound).value();
    thread_ = std::thread([this] { server_->run(false); });
  }
  ~ServerTest() override {
    server_->stop();
    thread_.join();
    server_.reset();
    fs::remove_all(runs_);
  }

  [[nodiscard]] int connect_to() const {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(server_->port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return socket;
  }

  /// Sends bytes and returns everything that comes until the server closes.
  [[nodiscard]] std::string talk(const std::string& bytes) const {
    const int socket = connect_to();
    EXPECT_EQ(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
    ::shutdown(socket, SHUT_WR);
    std::string answer;
    char block[4096];
    for (ssize_t n = 0; (n = ::recv(socket, block, sizeof block, 0)) > 0;) {
      answer.append(block, static_cast<std::size_t>(n));
    }
    ::close(socket);
    return answer;
  }

  [[nodiscard]] std::string head(const std::string& first_line,
                                 const std::string& more = {}) const {
    return first_line + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server_->port()) +
           "\r\nAuthorization: Bearer secret\r\n" + more + "\r\n";
  }

  [[nodiscard]] static unsigned status(const std::string& answer) {
    return answer.size() < 12 ? 0U : static_cast<unsigned>(std::stoul(answer.substr(9, 3)));
  }

  fs::path runs_;
  PluginRegistry plugins_;
  AppState state_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

TEST_F(ServerTest, AnswersAndGuards) {
  const std::string answer = talk(head("GET /api/v1/runs"));
  EXPECT_EQ(status(answer), 200U);
  EXPECT_NE(answer.find("default-src 'self'"), std::string::npos);
  EXPECT_EQ(answer.find("Access-Control"), std::string::npos);
  EXPECT_EQ(status(talk("GET /api/v1/runs HTTP/1.1\r\nHost: evil.example\r\n\r\n")), 421U);
  EXPECT_EQ(status(talk(head("GET /../../etc/passwd"))), 404U);
  EXPECT_EQ(status(talk(head("GET /%2e%2e/%2e%2e/etc/passwd"))), 404U);
  EXPECT_EQ(status(talk(head("GET /api/v1/runs/..%2f..%2fx"))), 404U);
  EXPECT_EQ(status(talk(head("DELETE /api/v1/meta"))), 405U);
}

TEST_F(ServerTest, TradesTheTokenForACookie) {
  const std::string body = R"({"token":"secret"})";
  const std::string request =
      "POST /api/v1/session HTTP/1.1\r\nHost: localhost:" + std::to_string(server_->port()) +
      "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
      "\r\n\r\n" + body;
  const std::string answer = talk(request);
  EXPECT_EQ(status(answer), 200U);
  EXPECT_NE(answer.find("HttpOnly; SameSite=Strict"), std::string::npos);
}

TEST_F(ServerTest, BrokenJsonIsTheClientsMistake) {
  const std::string answer = talk(
      head("POST /api/v1/spec/check", "Content-Type: application/json\r\nContent-Length: 5\r\n") +
      "{\"tex");
  EXPECT_EQ(status(answer), 400U);
  EXPECT_NE(answer.find("bad-json"), std::string::npos);
}

TEST_F(ServerTest, UploadsHaveALimit) {
  const std::string content = "a,b\n1,2\n";
  const auto upload = [&](std::size_t length) {
    return talk(head("POST /api/v1/uploads?name=x.csv",
                     "Content-Length: " + std::to_string(length) + "\r\n") +
                content);
  };
  EXPECT_EQ(status(upload(content.size())), 201U);
  EXPECT_EQ(status(upload(5'000)), 413U);
  EXPECT_EQ(status(upload(500)), 400U) << "truncated";
}

TEST_F(ServerTest, SurvivesClientsThatBreakOff) {
  for (int i = 0; i < 20; ++i) {
    const int socket = connect_to();
    const std::string half = "GET /api/v1/ru";
    ::send(socket, half.data(), half.size(), MSG_NOSIGNAL);
    const linger abort{1, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &abort, sizeof abort);
    ::close(socket);
  }
  EXPECT_EQ(status(talk(head("GET /api/v1/runs"))), 200U);
}

TEST_F(ServerTest, SilentStrangersLockNobodyOut) {
  std::vector<int> held;
  for (int i = 0; i < 200; ++i) {
    held.push_back(connect_to());
  }
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(status(talk(head("GET /api/v1/runs"))), 200U);
  }
  for (const int socket : held) {
    ::close(socket);
  }
}

TEST_F(ServerTest, WhoHasShownTheTokenIsNotSentAway) {
  std::vector<int> held;
  const std::string request = head("GET /api/v1/runs");
  char block[4096];
  for (int i = 0; i < 64; ++i) {
    held.push_back(connect_to());
    ASSERT_GT(::send(held.back(), request.data(), request.size(), MSG_NOSIGNAL), 0);
    ASSERT_GT(::recv(held.back(), block, sizeof block, 0), 0);
  }
  EXPECT_EQ(status(talk(request)), 503U);
  ASSERT_GT(::send(held.front(), request.data(), request.size(), MSG_NOSIGNAL), 0);
  EXPECT_GT(::recv(held.front(), block, sizeof block, 0), 0) << "the oldest is still served";
  for (const int socket : held) {
    ::close(socket);
  }
  unsigned answer = 503;
  for (int i = 0; i < 100 && answer != 200; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    answer = status(talk(request));
  }
  EXPECT_EQ(answer, 200U);
}

}  // namespace
}  // namespace fairmon::server
