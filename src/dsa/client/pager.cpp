#include "dsa/client/pager.hpp"

#include <algorithm>
#include <charconv>

#include "dsa/client/answer.hpp"
#include "support/limits.hpp"
#include "support/number.hpp"

namespace fairmon::dsa {

namespace {

using Clock = Quota::Clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::string_view kSearch = "/api/v1/research/search";
constexpr std::string_view kCount = "/api/v1/research/count";
constexpr milliseconds kLongestPause{30'000};
constexpr milliseconds kMostSilence{200};  // so soon Ctrl-C is seen
constexpr seconds kBlindQuotaPause{1};     // refused without being told for how long

constexpr int kPatientWindows = 10;  // of quota refusals before the run ends

PagerSettings with_shared_stop(PagerSettings settings) {
  settings.http.cancelled = settings.cancelled;
  return settings;
}

std::string minutes_text(std::int64_t num_seconds) {
  return std::to_string((num_seconds + 59) / 60) + " min";
}

/// An error if the service asks for a wait that nobody would sit through.
Result<void> check_wait(std::optional<seconds> wait, const std::string& why) {
  if (!wait || wait->count() <= limits::kLongestRetrySeconds) {
    return {};
  }
  return Error(ErrorCode::Network, "the database asks to wait " + minutes_text(wait->count()) +
                                       " before the next request (" + why +
                                       "); try again then, a checkpoint lets you go on from here");
}

}  // namespace

Pager::Pager(PagerSettings settings)
    : settings_(with_shared_stop(std::move(settings))),
      http_(settings_.http),
      quota_(settings_.quota_limit, settings_.quota_window),
      after_(settings_.after) {}

Result<void> Pager::pause(Clock::duration time, const std::string& why) {
  const Clock::time_point until = settings_.time.now() + time;
  while (settings_.time.now() < until) {
    if (cancelled()) {
      return Error(ErrorCode::Cancelled, "stopped while waiting for the database");
    }
    if (settings_.waiting) {
      const auto left = std::chrono::ceil<seconds>(until - settings_.time.now()).count();
      settings_.waiting(why + ", resumes in " + std::to_string(left) + " s");
    }
    settings_.time.sleep(std::min<Clock::duration>(until - settings_.time.now(), kMostSilence));
  }
  if (settings_.waiting) {
    settings_.waiting({});
  }
  return {};
}

Result<void> Pager::wait_for_quota() {
  const Clock::duration time = quota_.wait(settings_.time.now());
  std::string why = "quota reached";
  if (num_refused_ > 1) {
    why += " (refused " + std::to_string(num_refused_) +
           " times in a row: does another program use the same account?)";
  }
  return time > Clock::duration::zero() ? pause(time, why) : Result<void>();
}

Result<void> Pager::note_refusal(std::optional<seconds> retry_after) {
  const auto now = settings_.time.now();
  refused_since_ = num_refused_ == 0 ? now : refused_since_;
  ++num_refused_;
  const auto span = std::chrono::duration_cast<seconds>(now - refused_since_).count();
  if (auto bearable = check_wait(retry_after, "quota"); !bearable) {
    return bearable;
  }
  if (num_refused_ > settings_.max_attempts &&
      now - refused_since_ >= kPatientWindows * settings_.quota_window) {
    return Error(ErrorCode::Network, "the database has refused every request for " +
                                         minutes_text(span) +
                                         " (quota): another program may be using the same "
                                         "account; a checkpoint lets you go on from here");
  }
  quota_.refused(now + retry_after.value_or(kBlindQuotaPause));
  return {};
}

Result<HttpResponse> Pager::ask_once(std::string_view path, const std::string& body) {
  if (cancelled()) {
    return Error(ErrorCode::Cancelled, "stopped while waiting for the database");
  }
  if (auto waited = wait_for_quota(); !waited) {
    return std::move(waited).error();
  }
  quota_.sent(settings_.time.now());
  ++progress_.requests;
  auto response = http_.post(path, body);
  if (response) {
    const auto left =
        support::parse_number<std::uint32_t>(response->header("x-ratelimit-remaining"));
    if (left) {
      quota_.told_remaining(*left);
    }
  }
  progress_.quota_left = quota_.remaining();
  return response;
}

// Asks until there is a usable answer. Quota refusals do not count as attempts: they end by
// themselves, or `note_refusal` says that they do not.
Result<void> Pager::ask(std::string_view path, const std::string& body, const Use& use) {
  milliseconds wait = settings_.first_pause;
  std::string trouble;
  for (std::uint32_t attempt = 1; attempt <= settings_.max_attempts;) {
    auto response = ask_once(path, body);
    if (!response && response.error().code != ErrorCode::Network) {
      return std::move(response).error();
    }
    Judgement judgement =
        response ? judge(*response)
                 : Judgement{Verdict::Transient, response.error().message, std::nullopt};
    if (judgement.verdict == Verdict::Good) {
      num_refused_ = 0;
      trouble = use(*response);
      if (trouble.empty()) {
        return {};
      }
      judgement = {Verdict::Transient, trouble, std::nullopt};
    }
    if (judgement.verdict == Verdict::Permanent) {
      return Error(ErrorCode::Network, judgement.message);
    }
    if (judgement.verdict == Verdict::Quota) {
      if (auto noted = note_refusal(judgement.retry_after); !noted) {
        return noted;
      }
      continue;
    }
    num_refused_ = 0;
    trouble = judgement.message;
    if (auto bearable = check_wait(judgement.retry_after, trouble); !bearable) {
      return bearable;
    }
    ++attempt;
    const milliseconds asked = judgement.retry_after.value_or(seconds(0));
    if (auto paused = pause(std::max(wait, asked), trouble); !paused) {
      return std::move(paused).error();
    }
    wait = std::min(wait * 2, kLongestPause);
  }
  return Error(ErrorCode::Network, trouble + ", after " + std::to_string(settings_.max_attempts) +
                                       " attempts; try again later, a checkpoint lets you go on "
                                       "from here");
}

Result<Page> Pager::ask_page() {
  std::optional<Page> page;
  const auto use = [&](HttpResponse& response) {
    auto parsed = Page::parse(std::move(response.body), after_);
    if (!parsed) {
      return std::move(parsed).error();
    }
    page.emplace(std::move(*parsed));
    return std::string();
  };
  const std::string body = search_body(settings_.query, settings_.page_size, after_);
  if (auto asked = ask(kSearch, body, use); !asked) {
    return std::move(asked).error();
  }
  return std::move(*page);
}

void Pager::take(const Page& page) {
  num_empty_ = 0;
  ++progress_.pages;
  progress_.hits += page.num_hits();
  after_ = page.last();
  const auto total = page.total();
  if (!first_total_ && progress_.pages == 1) {
    first_total_ = total;
  }
  progress_.total = std::max(progress_.total.value_or(0), total.value_or(0));
  // Saves the request for an empty last page. The total may count everything or what is left behind
  // the cursor, so it counts only if it has been the same all the time.
  if (!settings_.after && total && total == first_total_ && delivered() == *total) {
    ended_ = true;
  }
}

Result<std::optional<Page>> Pager::next() {
  while (!ended_) {
    auto page = ask_page();
    if (!page) {
      return std::move(page).error();
    }
    if (page->num_hits() > 0) {
      take(*page);
      return std::optional<Page>(std::move(*page));
    }
    auto complete = is_complete();
    if (!complete) {
      return std::move(complete).error();
    }
    ended_ = *complete;
  }
  return std::optional<Page>();
}

Result<bool> Pager::is_complete() {
  auto counted = count();
  if (!counted) {
    return std::move(counted).error();
  }
  progress_.total = *counted;
  if (*counted <= delivered()) {
    return true;  // fewer: some were taken out of the database after they had been read
  }
  const std::string missing = std::to_string(*counted - delivered()) + " of " +
                              std::to_string(*counted) + " statements that match are missing";
  if (++num_empty_ >= settings_.max_attempts) {
    return Error(ErrorCode::Network,
                 missing +
                     ": the database counts them but does not give them; they may have been filed "
                     "while it was read, so end the range earlier (--to), or try again later");
  }
  const auto wait = settings_.first_pause * (1U << std::min(num_empty_, 6U));
  if (auto paused = pause(std::min<Clock::duration>(wait, kLongestPause), missing); !paused) {
    return std::move(paused).error();
  }
  return false;
}

Result<std::uint64_t> Pager::count() {
  constexpr std::string_view kKey = "\"count\":";
  std::uint64_t value = 0;
  const auto use = [&](HttpResponse& response) -> std::string {
    const auto at = response.body.find(kKey);
    const char* end = response.body.data() + response.body.size();
    const bool read =
        at != std::string::npos &&
        std::from_chars(response.body.data() + at + kKey.size(), end, value).ec == std::errc();
    return read ? "" : "the answer to a count has no number";
  };
  if (auto asked = ask(kCount, count_body(settings_.query), use); !asked) {
    return std::move(asked).error();
  }
  return value;
}

}  // namespace fairmon::dsa
