#include "dsa/client/pager.hpp"

#include <algorithm>
#include <charconv>

#include "dsa/client/answer.hpp"

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

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty()
             ? std::optional<std::uint64_t>(value)
             : std::nullopt;
}

}  // namespace

Pager::Pager(PagerSettings settings)
    : settings_(std::move(settings)),
      http_(settings_.http),
      quota_(settings_.quota_limit, settings_.quota_window),
      after_(settings_.after) {}

Result<void> Pager::pause(Clock::duration time, const std::string& why) {
  const Clock::time_point until = settings_.time.now() + time;
  while (settings_.time.now() < until) {
    if (settings_.stop != nullptr && settings_.stop->load()) {
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
  return time > Clock::duration::zero() ? pause(time, "quota reached") : Result<void>();
}

Result<HttpResponse> Pager::ask_once(std::string_view path, const std::string& body) {
  if (auto waited = wait_for_quota(); !waited) {
    return std::move(waited).error();
  }
  quota_.sent(settings_.time.now());
  ++progress_.requests;
  auto response = http_.post(path, body);
  if (response) {
    if (const auto left = number(response->header("x-ratelimit-remaining"))) {
      quota_.told_remaining(static_cast<std::uint32_t>(*left));
    }
  }
  progress_.quota_left = quota_.remaining();
  return response;
}

// Asks until there is a usable answer. Quota refusals do not count as attempts: they end by
// themselves.
Result<void> Pager::ask(std::string_view path, const std::string& body, const Use& use) {
  milliseconds wait = settings_.first_pause;
  std::string trouble;
  for (std::uint32_t attempt = 1; attempt <= settings_.max_attempts;) {
    auto response = ask_once(path, body);
    if (!response && response.error().code == ErrorCode::Cancelled) {
      return std::move(response).error();
    }
    Judgement judgement =
        response ? judge(*response)
                 : Judgement{Verdict::Transient, response.error().message, std::nullopt};
    if (judgement.verdict == Verdict::Good) {
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
      quota_.refused(settings_.time.now() + judgement.retry_after.value_or(kBlindQuotaPause));
      continue;
    }
    trouble = judgement.message;
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

Result<std::optional<Page>> Pager::next() {
  if (ended_) {
    return std::optional<Page>();
  }
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
  // The total counts what is left behind the cursor or all, depending on the generation, so the
  // first page's is kept.
  if (!progress_.total && page->total()) {
    progress_.total = *page->total();
  }
  if (page->num_hits() == 0) {
    ended_ = true;
    return std::optional<Page>();
  }
  ++progress_.pages;
  progress_.hits += page->num_hits();
  after_ = page->last_id();
  if (!settings_.after && progress_.total && progress_.hits >= *progress_.total) {
    ended_ = true;  // saves the request for an empty last page
  }
  return page;
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
