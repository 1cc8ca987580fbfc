#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "dsa/client/cursor.hpp"
#include "dsa/client/http.hpp"
#include "dsa/client/page.hpp"
#include "dsa/client/query.hpp"
#include "dsa/client/quota.hpp"
#include "dsa/client/timepiece.hpp"

namespace fairmon::dsa {

struct PagerSettings {
  HttpSettings http;
  Query query;
  std::uint32_t page_size = 10'000;  ///< asked for; the server may grant another
  std::uint32_t quota_limit = 50;
  std::chrono::milliseconds quota_window{60'000};
  std::uint32_t max_attempts = 8;  ///< per page, for passing trouble
  std::chrono::milliseconds first_pause{500};
  std::optional<Cursor> after;  ///< go on behind this statement
  std::uint64_t before = 0;     ///< statements read up to there, by an earlier run
  /// Told why nothing moves ("quota reached, resumes in 23 s"), and an empty text when it goes on.
  std::function<void(const std::string&)> waiting;
  /// Asked now and then, from the thread that waits; true: give up.
  std::function<bool()> cancelled;
  Timepiece time;
};

struct PagerProgress {
  std::uint64_t pages = 0;
  std::uint64_t requests = 0;
  std::uint64_t hits = 0;
  std::optional<std::uint64_t> total;
  std::uint32_t quota_left = 0;
};

/// Fetches page after page in the order of cursors. Every page that comes out was checked; nothing
/// is lost and nothing comes twice, whatever the server does in between: the end is only believed
/// when as many statements came as the server counts.
class Pager {
 public:
  explicit Pager(PagerSettings settings);

  /// The next page, or nothing at the end.
  Result<std::optional<Page>> next();
  /// Number of statements that match, for one request.
  Result<std::uint64_t> count();
  [[nodiscard]] const PagerProgress& progress() const noexcept { return progress_; }

 private:
  /// What is wrong with an answer whose status is good; empty if it can be used.
  using Use = std::function<std::string(HttpResponse&)>;
  Result<void> ask(std::string_view path, const std::string& body, const Use& use);
  Result<HttpResponse> ask_once(std::string_view path, const std::string& body);
  Result<void> pause(Quota::Clock::duration time, const std::string& why);
  Result<void> wait_for_quota();
  /// Notes that the quota was refused; an error if that has been so for too long.
  Result<void> note_refusal(std::optional<std::chrono::seconds> retry_after);
  Result<Page> ask_page();
  void take(const Page& page);
  /// After an empty page: whether everything came. False: it is worth asking again.
  Result<bool> is_complete();
  [[nodiscard]] bool cancelled() const { return settings_.cancelled && settings_.cancelled(); }
  [[nodiscard]] std::uint64_t delivered() const { return settings_.before + progress_.hits; }

  PagerSettings settings_;
  HttpClient http_;
  Quota quota_;
  PagerProgress progress_;
  std::optional<Cursor> after_;
  std::optional<std::uint64_t> first_total_;
  std::uint32_t num_refused_ = 0;  ///< since the last answer
  Quota::Clock::time_point refused_since_;
  std::uint32_t num_empty_ = 0;  ///< pages since the last statement
  bool ended_ = false;
};

}  // namespace fairmon::dsa
