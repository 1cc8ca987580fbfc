#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "server/access/access_config.hpp"
#include "server/access/attempts.hpp"
#include "server/access/audit_log.hpp"
#include "server/http/message.hpp"

namespace fairmon::server {

/// Who comes in, from any thread. Needs `ledger::load_crypto`.
class Access {
 public:
  /// Nanoseconds since 1970.
  using Clock = std::function<std::int64_t()>;
  static constexpr std::int64_t kSessionLasts = std::int64_t{12} * 3600 * 1'000'000'000;

  /// Without a log nothing is written down.
  Access(AccessConfig config, std::unique_ptr<AuditLog> log, Clock clock = wall_clock);

  /// The clock of the system.
  [[nodiscard]] static std::int64_t wall_clock();

  /// Goes on with other users. Sessions end whose token is gone.
  void replace(AccessConfig config);

  /// What somebody asks for. One token may stand for several users, such as monitors that one
  /// program pushes to; then the one counts who may.
  struct Wish {
    Permission needs = Permission::Read;
    std::string monitor = {};
  };

  /// Who asks: by a cookie, by `Authorization: Bearer`, or because a trusted proxy says so. Nothing
  /// if nobody is named; an answer (401, 403, 429) if somebody is who may not come in.
  [[nodiscard]] Result<std::optional<Caller>, Response> identify(const Request& request,
                                                                 const std::string& cookie_name,
                                                                 const Wish& wish);
  /// Trades a token for a cookie.
  [[nodiscard]] Response log_in(const Request& request, const std::string& token,
                                const std::string& cookie_name);
  [[nodiscard]] Response log_out(const Request& request, const std::string& cookie_name);

  /// Writes down what somebody is about to do. An answer (503) if that cannot be written: then it
  /// must not be done.
  [[nodiscard]] std::optional<Response> note(const Request& request, const std::string& what,
                                             unsigned status = 0);
  /// What the service does by itself, or is told by a signal.
  [[nodiscard]] Result<void> note_own(const std::string& what);

 private:
  struct Session {
    std::string token;  ///< digest of the token it began with
    std::int64_t until = 0;
  };

  [[nodiscard]] Result<Caller, Response> caller_of_token(const Request& request,
                                                         const std::string& digest,
                                                         const Wish& wish);
  [[nodiscard]] std::optional<Caller> caller_of_session(std::string_view cookie, const Wish& wish);
  [[nodiscard]] Result<std::optional<Caller>, Response> caller_of_proxy(const Request& request);
  [[nodiscard]] const User* find(const std::string& digest, const Wish& wish,
                                 const TokenDigest*& token) const;
  [[nodiscard]] std::string origin_of(const Request& request) const;
  [[nodiscard]] bool is_trusted_proxy(const Request& request) const;
  void note_refusal(const Request& request, const std::string& who, const std::string& why);
  void forget_sessions(std::int64_t now);

  mutable std::mutex mutex_;  ///< guards what follows, but for the log and the clock
  AccessConfig config_;
  Attempts attempts_;
  std::map<std::string, Session> sessions_;  ///< by the digest of the cookie
  std::uint64_t not_written_ = 0;
  std::unique_ptr<AuditLog> log_;
  Clock clock_;
};

/// 401: how to come in.
[[nodiscard]] Response ask_for_token(std::string_view code, const std::string& message);
/// 403: which role is needed.
[[nodiscard]] Response ask_for_role(const Caller& caller, Permission needs);
/// The value of one cookie of a `Cookie` header.
[[nodiscard]] std::string_view cookie_value(std::string_view header, std::string_view name);
/// What follows `Bearer`, or nothing.
[[nodiscard]] std::string bearer_of(const Request& request);

}  // namespace fairmon::server
