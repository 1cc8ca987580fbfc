#pragma once

#include <nlohmann/json_fwd.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsa/simulator/statement.hpp"
#include "dsa/simulator/time_order.hpp"

namespace fairmon::dsa::simulator {

enum class Generation : std::uint8_t { G1, G2 };

/// Trouble on demand. `from`/`to` count accepted requests from 1.
struct Fault {
  enum class Kind : std::uint8_t {
    QuotaJson,
    QuotaHtmlWithoutRetryAfter,
    NoAliveNodes,
    EngineBusy,      ///< 422 with an embedded 503
    BadQuery,        ///< 422 with an embedded 400
    ServerError,     ///< 500 as a web page
    Unavailable,     ///< 503 as a web page
    HtmlPage,        ///< 200 with a web page
    TimedOut,        ///< 200 with timed_out
    FailedShard,     ///< 200 with _shards.failed
    Envelope,        ///< 200 inside {"status":"success","data":…}
    Truncated,       ///< the connection ends in the middle of the body
    Reset,           ///< the connection ends before an answer
    Stall,           ///< the answer comes late
    Unauthorised,    ///< token revoked
    RepeatedIds,     ///< the page begins with the last hit again
    EmptyPage,       ///< 200 without a hit, though there are some
    LostHit,         ///< the first hit of the page is left out
    VagueTotal,      ///< the total is a lower bound
    CutDownload,     ///< counts downloads of files: the connection ends early
    SpoiltDownload,  ///< counts downloads of files: the last byte is wrong
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
  /// The clock of the quota's window; tests put in one of their own.
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  std::chrono::microseconds base_latency{0};
  std::chrono::nanoseconds hit_latency{0};
  std::vector<Fault> faults;
  /// Where daily dumps are kept once somebody asks for them; none are served if empty.
  std::string dump_folder;
  std::chrono::milliseconds signature_life{60'000};
  /// Serve files by their names and nothing else, as the bucket of old days does.
  bool bucket = false;
  /// Statements filed while somebody reads: so many are there at first, and so many more with every
  /// request. Nothing: all are there.
  std::optional<std::uint64_t> filed_at_first;
  std::uint64_t filed_per_request = 0;
};

struct Request {
  std::string method;
  std::string path;
  std::string body;
  std::string authorization;
  std::string range;
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
  /// How many statements are there yet, in the order of ids.
  [[nodiscard]] std::uint64_t num_filed() const;
  std::string hits_of(const Search& search, std::uint64_t& num_hits) const;
  /// What is wrong with the order asked for; empty if nothing.
  [[nodiscard]] std::string read_order(const nlohmann::json& body, Search& search) const;
  Response labels() const;
  Response aggregates(std::string_view date_and_attributes) const;
  /// Addresses outside the research API: dumps and their storage.
  std::optional<Response> download(const Request& request);
  Response stored_file(const std::string& name, const Request& request);
  /// The bytes of a dump or of its checksum, written first if need be; nothing for other names.
  std::optional<std::string> dump_bytes(const std::string& name);

  ApiSettings settings_;
  Generator generator_;
  TimeOrder by_time_;
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t> totals_;
  std::chrono::steady_clock::time_point window_start_{};
  std::uint32_t in_window_ = 0;
  std::uint64_t accepted_ = 0;
  std::uint64_t most_in_window_ = 0;
  std::map<std::string, std::chrono::steady_clock::time_point> signatures_;
  std::atomic<std::uint64_t> num_downloads_{0};
};

}  // namespace fairmon::dsa::simulator
