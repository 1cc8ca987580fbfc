#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsa/simulator/statement.hpp"

namespace fairmon::dsa::simulator {

enum class Generation : std::uint8_t { G1, G2 };

/// Trouble on demand. `from`/`to` count accepted requests from 1.
struct Fault {
  enum class Kind : std::uint8_t {
    QuotaJson,
    QuotaHtmlWithoutRetryAfter,
    NoAliveNodes,
    EngineBusy,    ///< 422 with an embedded 503
    BadQuery,      ///< 422 with an embedded 400
    ServerError,   ///< 500 as a web page
    Unavailable,   ///< 503 as a web page
    HtmlPage,      ///< 200 with a web page
    TimedOut,      ///< 200 with timed_out
    FailedShard,   ///< 200 with _shards.failed
    Envelope,      ///< 200 inside {"status":"success","data":…}
    Truncated,     ///< the connection ends in the middle of the body
    Reset,         ///< the connection ends before an answer
    Stall,         ///< the answer comes late
    Unauthorised,  ///< token revoked
    RepeatedIds,   ///< the page begins with the last hit again
  };
  Kind kind = Kind::ServerError;
  std::uint64_t from = 1;
  std::uint64_t to = 1;
};
/// By its name on the command line: `quota`, `no-alive-nodes`, …; nothing if unknown.
[[nodiscard]] std::optional<Fault::Kind> fault_from_name(std::string_view name);
[[nodiscard]] std::vector<std::string> fault_names();

struct ApiSettings {
  Generation generation = Generation::G2;
  GeneratorSettings data;
  std::string token = "1|simulated";
  std::uint32_t quota_limit = 50;
  std::chrono::milliseconds quota_window{60'000};
  std::chrono::microseconds base_latency{0};
  std::chrono::nanoseconds hit_latency{0};
  std::vector<Fault> faults;
};

struct Request {
  std::string method;
  std::string path;
  std::string body;
  std::string authorization;
  bool accepts_json = true;
};

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  std::chrono::nanoseconds delay{0};
  bool cut_in_middle = false;
  bool reset = false;
};

/// The research API, without a network: requests in, responses out. Safe to call from several
/// threads.
class Api {
 public:
  explicit Api(ApiSettings settings);
  [[nodiscard]] Response answer(const Request& request);
  [[nodiscard]] std::uint64_t accepted_requests() const;
  /// Largest number of requests accepted within any quota window so far.
  [[nodiscard]] std::uint64_t most_in_window() const;

 private:
  struct Search;
  Response research(const Request& request);
  Response search(const Request& request);
  Response count(const Request& request);
  Response refuse(std::string_view attempt, int status, const std::string& reason) const;
  bool take_quota(Response& response);
  Response faulty(Fault::Kind kind, const Request& request);
  std::uint64_t total(const std::string& key, const Search& search);

  ApiSettings settings_;
  Generator generator_;
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t> totals_;
  std::chrono::steady_clock::time_point window_start_{};
  std::uint32_t in_window_ = 0;
  std::uint64_t accepted_ = 0;
  std::uint64_t most_in_window_ = 0;
  std::chrono::steady_clock::time_point blocked_until_{};
};

}  // namespace fairmon::dsa::simulator
