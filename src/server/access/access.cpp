#include "server/access/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

#include "ledger/crypto/sha256.hpp"
#include "server/http/security.hpp"
#include "support/civil_time.hpp"

namespace fairmon::server {

namespace {

constexpr std::size_t kMostSessions = 1000;

std::string text_of_time(std::int64_t time) {
  std::string text;
  support::append_rfc3339(text, time);
  return text;
}

Response too_often(std::int64_t seconds) {
  Response response = error_response(429, "too-often",
                                     "too many wrong tokens came from this address; try again in " +
                                         std::to_string(seconds) + " s");
  response.headers.emplace_back("Retry-After", std::to_string(seconds));
  return response;
}

std::string last_item(const std::string& list) {
  const std::size_t comma = list.rfind(',');
  std::string item = comma == std::string::npos ? list : list.substr(comma + 1);
  item.erase(0, std::min(item.size(), item.find_first_not_of(' ')));
  item.erase(item.find_last_not_of(' ') + 1);
  return item;
}

bool is_printable_name(const std::string& name) {
  return !name.empty() && name.size() <= 128 &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) { return c > 31 && c != 127; });
}

}  // namespace

Response ask_for_token(std::string_view code, const std::string& message) {
  Response response = error_response(401, code, message);
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

Response ask_for_role(const Caller& caller, Permission needs) {
  return error_response(403, "wrong-role",
                        "this needs the role " + std::string(role_for(needs)) + "; " + caller.name +
                            " has the role " + std::string(role_name(caller.role)));
}

std::string_view cookie_value(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    std::string_view pair = header.substr(0, header.find(';'));
    header.remove_prefix(std::min(header.size(), pair.size() + 1));
    while (!pair.empty() && pair.front() == ' ') {
      pair.remove_prefix(1);
    }
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=') {
      return pair.substr(name.size() + 1);
    }
  }
  return {};
}

std::string bearer_of(const Request& request) {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string authorization = request.header("authorization");
  return authorization.starts_with(kBearer) ? authorization.substr(kBearer.size()) : "";
}

Access::Access(AccessConfig config, std::unique_ptr<AuditLog> log, Clock clock)
    : config_(std::move(config)), log_(std::move(log)), clock_(std::move(clock)) {}

std::int64_t Access::wall_clock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

void Access::replace(AccessConfig config) {
  const std::lock_guard lock(mutex_);
  config_ = std::move(config);
  forget_sessions(clock_());
}

/// Looks at every token of every user, however early one fits: the time says nothing.
const User* Access::find(const std::string& digest, const Wish& wish,
                         const TokenDigest*& token) const {
  const User* found = nullptr;
  for (const User& user : config_.users) {
    const bool fits =
        may(user.role, wish.needs) &&
        (user.monitors.empty() || std::find(user.monitors.begin(), user.monitors.end(),
                                            wish.monitor) != user.monitors.end());
    for (const TokenDigest& one : user.tokens) {
      if (equal_in_constant_time(digest, one.sha256) && (found == nullptr || fits)) {
        found = &user;
        token = &one;
      }
    }
  }
  return found;
}

bool Access::is_trusted_proxy(const Request& request) const {
  return config_.proxy &&
         std::any_of(config_.proxy->addresses.begin(), config_.proxy->addresses.end(),
                     [&](const Network& one) { return one.contains(request.peer); });
}

/// Behind a proxy everybody has its address; it says whom it got the request from.
std::string Access::origin_of(const Request& request) const {
  const std::string named =
      is_trusted_proxy(request) ? last_item(request.header("x-forwarded-for")) : "";
  return Network::parse(named) ? named : request.peer;
}

void Access::note_refusal(const Request& request, const std::string& who, const std::string& why) {
  const std::int64_t now = clock_();
  const std::string from = origin_of(request);
  if (!attempts_.note_wrong(from, now) || !log_) {
    ++not_written_;
    return;
  }
  const std::string more =
      not_written_ == 0 ? "" : "; " + std::to_string(not_written_) + " before it are not listed";
  // Whoever is refused changes nothing, so a full disk is no reason to do more than refuse him.
  if (log_->add({who, "", from, "refused: " + why + more, 401}, now)) {
    not_written_ = 0;
  }
}

Result<Caller, Response> Access::caller_of_token(const Request& request, const std::string& digest,
                                                 const Wish& wish) {
  const std::int64_t now = clock_();
  const std::string from = origin_of(request);
  if (const auto seconds = attempts_.must_wait(from, digest, now)) {
    return too_often(*seconds);
  }
  const TokenDigest* token = nullptr;
  const User* user = find(digest, wish, token);
  if (user == nullptr) {
    note_refusal(request, "", "a token that nobody has");
    return ask_for_token("wrong-token",
                         "this token is not known here; `fairmon token` makes one, and its digest "
                         "belongs into the configuration");
  }
  if (token->until && *token->until <= now) {
    note_refusal(request, user->name, "a token that expired");
    return ask_for_token("expired-token", "the token of " + user->name + " expired at " +
                                              text_of_time(*token->until) +
                                              "; `fairmon token` makes a new one");
  }
  attempts_.note_right(from, digest);
  return Caller{user->name, user->role, user->monitors};
}

std::optional<Caller> Access::caller_of_session(std::string_view cookie, const Wish& wish) {
  const std::int64_t now = clock_();
  const auto session = sessions_.find(ledger::sha256_hex(cookie));
  if (session == sessions_.end() || session->second.until <= now) {
    return std::nullopt;
  }
  const TokenDigest* token = nullptr;
  const User* user = find(session->second.token, wish, token);
  if (user == nullptr || (token->until && *token->until <= now)) {
    return std::nullopt;
  }
  return Caller{user->name, user->role, user->monitors};
}

Result<std::optional<Caller>, Response> Access::caller_of_proxy(const Request& request) {
  const std::string name =
      is_trusted_proxy(request) ? request.header(config_.proxy->header) : std::string();
  if (name.empty()) {
    return std::optional<Caller>();
  }
  const auto user = std::find_if(config_.users.begin(), config_.users.end(),
                                 [&](const User& one) { return one.name == name; });
  if (user != config_.users.end()) {
    return std::optional(Caller{user->name, user->role, user->monitors});
  }
  if (!config_.proxy->role || !is_printable_name(name)) {
    return error_response(403, "no-role",
                          "nobody gave this user a role; add [access.user.NAME] with a role, or "
                          "`role` below [access.proxy] for everybody");
  }
  return std::optional(Caller{name, *config_.proxy->role, {}});
}

Result<std::optional<Caller>, Response> Access::identify(const Request& request,
                                                         const std::string& cookie_name,
                                                         const Wish& wish) {
  const std::lock_guard lock(mutex_);
  if (const std::string token = bearer_of(request); !token.empty()) {
    auto caller = caller_of_token(request, ledger::sha256_hex(token), wish);
    if (!caller) {
      return std::move(caller).error();
    }
    return std::optional(std::move(*caller));
  }
  const std::string cookies = request.header("cookie");
  for (const std::string& name : {"__Host-" + cookie_name, cookie_name}) {
    if (const auto cookie = cookie_value(cookies, name); !cookie.empty()) {
      if (auto caller = caller_of_session(cookie, wish)) {
        return caller;
      }
    }
  }
  return caller_of_proxy(request);
}

void Access::forget_sessions(std::int64_t now) {
  std::erase_if(sessions_, [&](const auto& one) {
    const TokenDigest* token = nullptr;
    return one.second.until <= now || find(one.second.token, {}, token) == nullptr;
  });
  while (sessions_.size() >= kMostSessions) {
    sessions_.erase(std::min_element(
        sessions_.begin(), sessions_.end(),
        [](const auto& a, const auto& b) { return a.second.until < b.second.until; }));
  }
}

Response Access::log_in(const Request& request, const std::string& token,
                        const std::string& cookie_name) {
  const std::lock_guard lock(mutex_);
  const bool by_proxy = is_trusted_proxy(request) && request.header("x-forwarded-proto") == "https";
  const bool is_secret = request.encrypted || by_proxy;
  const bool is_local = is_loopback(request.peer) && request.header("x-forwarded-for").empty() &&
                        request.header("x-forwarded-proto").empty();
  if (!is_secret && !is_local) {
    return error_response(403, "not-encrypted",
                          "a token is not taken over an unencrypted connection; use https://, or "
                          "a proxy that ends TLS and says so in X-Forwarded-Proto");
  }
  const std::string digest = ledger::sha256_hex(token);
  const auto caller = caller_of_token(request, digest, {});
  if (!caller) {
    return caller.error();
  }
  if (!may(caller->role, Permission::Read)) {
    return ask_for_role(*caller, Permission::Read);
  }
  const std::int64_t now = clock_();
  if (log_) {
    const AuditLine line{caller->name, std::string(role_name(caller->role)), origin_of(request),
                         "logged in"};
    if (auto written = log_->add(line, now); !written) {
      return error_response(503, "no-audit", written.error().message);
    }
  }
  forget_sessions(now);
  const std::string cookie = random_token();
  sessions_[ledger::sha256_hex(cookie)] = {digest, now + kSessionLasts};
  const nlohmann::json body = {{"name", caller->name}, {"role", role_name(caller->role)}};
  Response response = json_response(body.dump() + "\n");
  response.headers.emplace_back("Set-Cookie", (is_secret ? "__Host-" : "") + cookie_name + "=" +
                                                  cookie + "; Path=/; HttpOnly; SameSite=Strict" +
                                                  (is_secret ? "; Secure" : ""));
  return response;
}

Response Access::log_out(const Request& request, const std::string& cookie_name) {
  const std::lock_guard lock(mutex_);
  Response response = json_response("{}\n");
  const std::string cookies = request.header("cookie");
  for (const std::string& name : {"__Host-" + cookie_name, cookie_name}) {
    const auto cookie = cookie_value(cookies, name);
    if (!cookie.empty()) {
      sessions_.erase(ledger::sha256_hex(cookie));
      response.headers.emplace_back("Set-Cookie",
                                    name + "=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0" +
                                        (name.starts_with("__Host-") ? "; Secure" : ""));
    }
  }
  return response;
}

std::optional<Response> Access::note(const Request& request, const std::string& what,
                                     unsigned status) {
  if (!log_) {
    return std::nullopt;
  }
  AuditLine line{"", "", "", what, status};
  if (request.caller) {
    line.who = request.caller->name;
    line.role = role_name(request.caller->role);
  }
  {
    const std::lock_guard lock(mutex_);
    line.from = origin_of(request);
  }
  if (auto written = log_->add(line, clock_()); !written) {
    return error_response(503, "no-audit",
                          written.error().message + "; what cannot be written down is not done");
  }
  return std::nullopt;
}

Result<void> Access::note_own(const std::string& what) {
  return log_ ? log_->add({"service", "", "", what}, clock_()) : Result<void>();
}

}  // namespace fairmon::server
