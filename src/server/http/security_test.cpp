#include "server/http/security.hpp"

#include <gtest/gtest.h>

namespace fairmon::server {
namespace {

struct Case {
  std::string why;
  std::string method;
  std::string path;
  std::map<std::string, std::string> headers;
  bool websocket;
  unsigned status;  ///< 0: may pass
};

Gate gate() {
  Gate made;
  made.port = 8765;
  made.token = "secret";
  return made;
}

const std::string kCookie = "other=1; fairmon_8765=secret";

std::vector<Case> cases() {
  const std::string host = "127.0.0.1:8765";
  return {
      {"page without token", "GET", "/", {{"host", host}}, false, 0},
      {"localhost", "GET", "/", {{"host", "LocalHost:8765"}}, false, 0},
      {"six", "GET", "/", {{"host", "[::1]:8765"}}, false, 0},
      {"rebound name", "GET", "/", {{"host", "evil.example:8765"}}, false, 421},
      {"other port", "GET", "/", {{"host", "127.0.0.1:80"}}, false, 421},
      {"no host", "GET", "/", {}, false, 421},
      {"api without token", "GET", "/api/v1/meta", {{"host", host}}, false, 401},
      {"api with cookie", "GET", "/api/v1/meta", {{"host", host}, {"cookie", kCookie}}, false, 0},
      {"cookie of another port",
       "GET",
       "/api/v1/meta",
       {{"host", host}, {"cookie", "fairmon_1=secret"}},
       false,
       401},
      {"wrong token",
       "GET",
       "/api/v1/meta",
       {{"host", host}, {"authorization", "Bearer secrex"}},
       false,
       401},
      {"bearer",
       "GET",
       "/api/v1/meta",
       {{"host", host}, {"authorization", "Bearer secret"}},
       false,
       0},
      {"cross-site post",
       "POST",
       "/api/v1/runs",
       {{"host", host},
        {"cookie", kCookie},
        {"origin", "https://evil.example"},
        {"content-type", "application/json"}},
       false,
       403},
      {"opaque origin",
       "DELETE",
       "/api/v1/runs/1",
       {{"host", host}, {"cookie", kCookie}, {"origin", "null"}},
       false,
       403},
      {"own post",
       "POST",
       "/api/v1/runs",
       {{"host", host},
        {"cookie", kCookie},
        {"origin", "http://127.0.0.1:8765"},
        {"content-type", "application/json"}},
       false,
       0},
      {"form post",
       "POST",
       "/api/v1/runs",
       {{"host", host}, {"cookie", kCookie}, {"content-type", "text/plain"}},
       false,
       415},
      {"upload of any kind",
       "POST",
       "/api/v1/uploads",
       {{"host", host}, {"cookie", kCookie}, {"content-type", "text/csv"}},
       false,
       0},
      {"trading the token",
       "POST",
       "/api/v1/session",
       {{"host", host}, {"content-type", "application/json"}},
       false,
       0},
      {"socket without origin",
       "GET",
       "/api/v1/live",
       {{"host", host}, {"cookie", kCookie}},
       true,
       403},
      {"foreign socket",
       "GET",
       "/api/v1/live",
       {{"host", host}, {"cookie", kCookie}, {"origin", "http://evil.example"}},
       true,
       403},
      {"own socket",
       "GET",
       "/api/v1/live",
       {{"host", host}, {"cookie", kCookie}, {"origin", "http://localhost:8765"}},
       true,
       0},
  };
}

TEST(Security, Table) {
  for (const Case& item : cases()) {
    Request request;
    request.method = item.method;
    request.path = item.path;
    request.headers = item.headers;
    request.body = item.method == "POST" ? "{}" : "";
    const auto refused = refuse(gate(), request, item.websocket);
    EXPECT_EQ(refused ? refused->status : 0U, item.status) << item.why;
  }
}

TEST(Security, NumbersAreOursWhereTheyLeadNamesOnlyIfSaid) {
  Gate open = gate();
  open.host_names = {"Monitor.Example"};
  EXPECT_TRUE(open.host_is_ours("192.0.2.7:8765", "192.0.2.7"));
  EXPECT_FALSE(open.host_is_ours("192.0.2.8:8765", "192.0.2.7"));
  EXPECT_FALSE(open.host_is_ours("192.0.2.7:80", "192.0.2.7"));
  EXPECT_TRUE(open.host_is_ours("[2001:db8::1]:8765", "[2001:db8::1]"));
  EXPECT_TRUE(open.host_is_ours("monitor.example"));
  EXPECT_TRUE(open.host_is_ours("monitor.example:443"));
  EXPECT_FALSE(open.host_is_ours("monitor.example.evil"));
  EXPECT_TRUE(open.origin_is_ours("https://monitor.example"));
  EXPECT_FALSE(open.origin_is_ours("https://evil.example"));
}

TEST(Security, TokensAreLongAndDiffer) {
  EXPECT_EQ(random_token().size(), 64U);
  EXPECT_NE(random_token(), random_token());
}

TEST(Security, ScriptsMayOnlyComeFromTheServer) {
  for (const auto& [name, value] : safety_headers()) {
    if (name == "Content-Security-Policy") {
      EXPECT_EQ(value.find("script-src"), std::string::npos);
      EXPECT_NE(value.find("default-src 'self'"), std::string::npos);
    }
  }
}

TEST(Message, TargetsAreDecoded) {
  Request request;
  ASSERT_TRUE(parse_target("/api/v1/x%20y?a=1+2&b=%C3%A4", request));
  EXPECT_EQ(request.path, "/api/v1/x y");
  EXPECT_EQ(request.query["a"], "1 2");
  EXPECT_EQ(request.query["b"], "ä");
  EXPECT_FALSE(parse_target("/%zz", request));
  EXPECT_FALSE(parse_target("/%00", request));
  EXPECT_FALSE(parse_target("http://x/", request));
}

}  // namespace
}  // namespace fairmon::server
