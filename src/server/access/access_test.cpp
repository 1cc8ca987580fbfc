#include "server/access/access.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

#include "ledger/crypto/libcrypto.hpp"
#include "ledger/crypto/sha256.hpp"
#include "server/http/security.hpp"

namespace fairmon::server {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::int64_t kSecond = 1'000'000'000;
const std::string kCookie = "fairmon_1";

/// Users with tokens, a proxy, a clock that stands still and a log of its own.
class AccessTest : public testing::Test {
 protected:
  AccessTest()
      : folder_(fs::temp_directory_path() / ("fairmon-access-" + random_token().substr(0, 8))) {
    EXPECT_TRUE(ledger::load_crypto().ok());
    access_ = std::make_unique<Access>(
        config(), std::make_unique<AuditLog>(folder_ / "audit.jsonl"), [this] { return now_; });
  }
  ~AccessTest() override { fs::remove_all(folder_); }

  static TokenDigest digest(const std::string& token, std::optional<std::int64_t> until = {}) {
    return {ledger::sha256_hex(token), until};
  }

  static AccessConfig config() {
    AccessConfig made;
    made.users = {{"ada", Role::Editor, {digest("old", 100 * kSecond), digest("new")}, {}},
                  {"bob", Role::Viewer, {digest("bob")}, {}},
                  {"loans", Role::Pusher, {digest("push")}, {"hiring"}}};
    made.proxy = ProxyConfig{"x-user", {*Network::parse("10.0.0.0/24")}, std::nullopt};
    return made;
  }

  static Request request(std::map<std::string, std::string> headers,
                         const std::string& peer = "192.0.2.1") {
    Request made;
    made.method = "GET";
    made.path = "/";
    made.headers = std::move(headers);
    made.peer = peer;
    return made;
  }

  /// `ada editor`, `nobody`, or the status and code of a refusal.
  std::string who(const Request& asked) {
    const auto caller = access_->identify(asked, kCookie, {});
    if (!caller) {
      return std::to_string(caller.error().status) + " " +
             json::parse(caller.error().body).at("code").get<std::string>();
    }
    return *caller ? (*caller)->name + " " + std::string(role_name((*caller)->role)) : "nobody";
  }
  std::string with_token(const std::string& token, const std::string& peer = "192.0.2.1") {
    return who(request({{"authorization", "Bearer " + token}}, peer));
  }

  std::vector<json> lines() const {
    std::ifstream file(folder_ / "audit.jsonl");
    std::vector<json> all;
    for (std::string line; std::getline(file, line);) {
      all.push_back(json::parse(line));
    }
    return all;
  }

  fs::path folder_;
  std::int64_t now_ = 50 * kSecond;
  std::unique_ptr<Access> access_;
};

TEST_F(AccessTest, TwoTokensAtATimeAndOneExpires) {
  EXPECT_EQ(with_token("old"), "ada editor");
  EXPECT_EQ(with_token("new"), "ada editor");
  EXPECT_EQ(with_token("other"), "401 wrong-token");
  EXPECT_EQ(who(request({})), "nobody");
  now_ = 100 * kSecond;
  EXPECT_EQ(with_token("old"), "401 expired-token");
  EXPECT_EQ(with_token("new"), "ada editor");
}

TEST_F(AccessTest, AProxyIsBelievedFromItsAddressesOnly) {
  EXPECT_EQ(who(request({{"x-user", "bob"}}, "10.0.0.9")), "bob viewer");
  EXPECT_EQ(who(request({{"x-user", "bob"}}, "10.0.1.9")), "nobody");
  EXPECT_EQ(who(request({{"x-user", "eve"}}, "10.0.0.9")), "403 no-role");
  AccessConfig open = config();
  open.proxy->role = Role::Viewer;
  access_->replace(open);
  EXPECT_EQ(who(request({{"x-user", "eve"}}, "10.0.0.9")), "eve viewer");
  EXPECT_EQ(who(request({{"x-user", "e\nve"}}, "10.0.0.9")), "403 no-role");
}

TEST_F(AccessTest, ACookieIsWorthWhatItsTokenIs) {
  Request asked = request({});
  asked.encrypted = true;
  const Response entered = access_->log_in(asked, "old", kCookie);
  ASSERT_EQ(entered.status, 200U);
  ASSERT_EQ(entered.headers.front().first, "Set-Cookie");
  const std::string& cookie = entered.headers.front().second;
  for (const char* flag : {"; HttpOnly", "; SameSite=Strict", "; Secure", "; Path=/"}) {
    EXPECT_NE(cookie.find(flag), std::string::npos) << cookie;
  }
  EXPECT_TRUE(cookie.starts_with("__Host-fairmon_1="));
  const Request later = request({{"cookie", cookie.substr(0, cookie.find(';'))}});
  EXPECT_EQ(who(later), "ada editor");
  now_ = 100 * kSecond;
  EXPECT_EQ(who(later), "nobody") << "the token of the session expired";
}

TEST_F(AccessTest, ASessionEndsByItselfByLoggingOutAndWithItsToken) {
  const auto enter = [&] {
    Request asked = request({}, "127.0.0.1");
    const std::string cookie = access_->log_in(asked, "bob", kCookie).headers.front().second;
    EXPECT_EQ(cookie.find("Secure"), std::string::npos);
    return request({{"cookie", cookie.substr(0, cookie.find(';'))}});
  };
  const Request first = enter();
  EXPECT_EQ(who(first), "bob viewer");
  EXPECT_EQ(access_->log_out(first, kCookie).status, 200U);
  EXPECT_EQ(who(first), "nobody");
  const Request second = enter();
  AccessConfig without = config();
  without.users[1].tokens = {digest("another")};
  access_->replace(without);
  EXPECT_EQ(who(second), "nobody");
  access_->replace(config());
  const Request third = enter();
  now_ += Access::kSessionLasts;
  EXPECT_EQ(who(third), "nobody");
}

TEST_F(AccessTest, LoggingInNeedsASecretConnectionAndARoleThatReads) {
  EXPECT_EQ(access_->log_in(request({}), "bob", kCookie).status, 403U);
  EXPECT_EQ(access_->log_in(request({}, "127.0.0.1"), "push", kCookie).status, 403U);
  EXPECT_EQ(
      access_->log_in(request({{"x-forwarded-proto", "https"}}, "10.0.0.9"), "bob", kCookie).status,
      200U);
  EXPECT_EQ(
      access_->log_in(request({{"x-forwarded-proto", "https"}}, "10.9.0.9"), "bob", kCookie).status,
      403U);
  EXPECT_EQ(access_->log_in(request({{"x-forwarded-for", "10.1.1.1"}}, "127.0.0.1"), "bob", kCookie)
                .status,
            403U);
}

TEST_F(AccessTest, WrongTokensAreHeldUpButNotTheirNeighbours) {
  EXPECT_EQ(with_token("bob"), "bob viewer");
  for (std::size_t i = 0; i < Attempts::kFreely; ++i) {
    EXPECT_EQ(with_token("guess" + std::to_string(i)), "401 wrong-token");
  }
  EXPECT_EQ(with_token("guess"), "429 too-often");
  EXPECT_EQ(with_token("new"), "429 too-often") << "the right one, for the first time";
  EXPECT_EQ(with_token("bob"), "bob viewer") << "was right from here before";
  EXPECT_EQ(with_token("new", "192.0.2.2"), "ada editor");
  now_ += 60 * kSecond;
  EXPECT_EQ(with_token("new"), "ada editor");
}

TEST_F(AccessTest, AddressesOfIpv6CountByTheirNetwork) {
  for (std::size_t i = 0; i < Attempts::kFreely; ++i) {
    EXPECT_EQ(with_token("guess", "2001:db8::" + std::to_string(i)), "401 wrong-token");
  }
  EXPECT_EQ(with_token("guess", "2001:db8::ffff"), "429 too-often");
  EXPECT_EQ(with_token("guess", "2001:db8:0:1::1"), "401 wrong-token");
}

TEST_F(AccessTest, WhatIsDoneIsWrittenDown) {
  Request asked = request({{"authorization", "Bearer new"}});
  auto caller = access_->identify(asked, kCookie, {});
  ASSERT_TRUE(caller.ok());
  asked.caller = *caller;
  EXPECT_FALSE(access_->note(asked, "DELETE /api/v1/runs/3"));
  EXPECT_EQ(with_token("guess"), "401 wrong-token");
  const auto all = lines();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].dump(), R"({"from":"192.0.2.1","role":"editor","time":"1970-01-01T00:00:50Z",)"
                           R"("what":"DELETE /api/v1/runs/3","who":"ada"})");
  EXPECT_EQ(all[1].at("what"), "refused: a token that nobody has");
  EXPECT_EQ(fs::status(folder_ / "audit.jsonl").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(AccessTest, AFloodOfWrongTokensDoesNotFillTheDisk) {
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(
        with_token("guess", "10.1." + std::to_string(i / 200) + "." + std::to_string(i % 200)),
        "401 wrong-token");
  }
  EXPECT_EQ(lines().size(), 100U);
  now_ += 60 * kSecond;
  EXPECT_EQ(with_token("guess"), "401 wrong-token");
  EXPECT_NE(lines().back().at("what").get<std::string>().find("200 before it are not listed"),
            std::string::npos);
}

TEST_F(AccessTest, WhatCannotBeWrittenDownIsNotDone) {
  std::ofstream(folder_.string()) << "a file where the folder should be";
  const auto refused = access_->note(request({}), "DELETE /api/v1/runs/3");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 503U);
}

TEST(AuditLog, HasABoundedSize) {
  const fs::path folder =
      fs::temp_directory_path() / ("fairmon-audit-" + random_token().substr(0, 8));
  {
    AuditLog log(folder / "a.jsonl", 300);
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(log.add({"ada", "editor", "::1", "number " + std::to_string(i)}, 0).ok());
    }
  }
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    EXPECT_LE(fs::file_size(entry), 300U);
    ++files;
  }
  EXPECT_EQ(files, AuditLog::kKept + 1U);
  std::ifstream newest(folder / "a.jsonl");
  std::string line;
  std::string last;
  while (std::getline(newest, line)) {
    last = line;
  }
  EXPECT_NE(last.find("number 99"), std::string::npos);
  fs::remove_all(folder);
}

TEST(TokenDigest, IsReadWithAndWithoutItsEnd) {
  const std::string digits(64, 'a');
  EXPECT_TRUE(parse_token_digest("sha256:" + digits));
  EXPECT_EQ(parse_token_digest("sha256:" + digits + " until 1970-01-02")->until, 86'400 * kSecond);
  for (const char* wrong :
       {"secret", "sha256:abc", "sha256:", " until 2027-01-01", "sha256:until"}) {
    EXPECT_FALSE(parse_token_digest(wrong)) << wrong;
  }
  EXPECT_FALSE(parse_token_digest("sha256:" + digits + " until soon"));
  EXPECT_FALSE(parse_token_digest("sha256:" + digits + "a"));
}

TEST(Network, HoldsItsAddresses) {
  EXPECT_TRUE(Network::parse("10.0.0.0/8")->contains("10.200.1.1"));
  EXPECT_FALSE(Network::parse("10.0.0.0/9")->contains("10.200.1.1"));
  EXPECT_TRUE(Network::parse("::1")->contains("::1"));
  EXPECT_FALSE(Network::parse("::1")->contains("127.0.0.1"));
  EXPECT_TRUE(Network::parse("fd00::/8")->contains("fd12::1"));
  EXPECT_TRUE(Network::parse("0.0.0.0/0")->contains("192.0.2.1"));
  EXPECT_FALSE(Network::parse("0.0.0.0/0")->contains("2001:db8::1"));
  for (const char* wrong : {"", "10.0.0", "10.0.0.0/33", "::/129", "10.0.0.0/", "a"}) {
    EXPECT_FALSE(Network::parse(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace fairmon::server
