#include "dsa/client/answer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "support/number.hpp"
#include "support/printable.hpp"

namespace fairmon::dsa {

namespace {

constexpr std::size_t kShownBytes = 300;

std::string shown(std::string_view body) {
  std::string text = support::printable(body.substr(0, kShownBytes));
  std::replace(text.begin(), text.end(), '\n', ' ');
  return body.size() > kShownBytes ? text + "…" : text;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Status of the search engine inside a 422: the number after the prefix, or `"status":N`.
std::optional<int> embedded_status(std::string_view body) {
  const auto number_at = [&](std::size_t at) -> std::optional<int> {
    if (at + 3 > body.size() || !std::isdigit(static_cast<unsigned char>(body[at])) ||
        !std::isdigit(static_cast<unsigned char>(body[at + 1])) ||
        !std::isdigit(static_cast<unsigned char>(body[at + 2]))) {
      return std::nullopt;
    }
    return (body[at] - '0') * 100 + (body[at + 1] - '0') * 10 + (body[at + 2] - '0');
  };
  if (const auto prefix = body.find(" attempt: "); prefix != std::string_view::npos) {
    if (const auto status = number_at(prefix + 10)) {
      return status;
    }
  }
  for (const std::string_view key : {"\\\"status\\\":", "\"status\":"}) {
    if (const auto found = body.find(key); found != std::string_view::npos) {
      if (const auto status = number_at(found + key.size())) {
        return status;
      }
    }
  }
  return std::nullopt;
}

bool is_transient_status(int status) { return status == 408 || status == 429 || status >= 500; }

Judgement judge_engine_error(std::string_view body) {
  constexpr std::array<std::string_view, 4> kPassing = {
      "No alive nodes", "timeout", "circuit_breaking_exception", "es_rejected_execution_exception"};
  const bool passing = std::any_of(kPassing.begin(), kPassing.end(),
                                   [&](std::string_view word) { return contains(body, word); });
  const auto status = embedded_status(body);
  if (passing || (status && is_transient_status(*status))) {
    return {Verdict::Transient, "the search engine is not available at the moment", std::nullopt};
  }
  return {
      Verdict::Permanent,
      "the database refuses the query: " + shown(body) + "; `fairmon dsa plan` shows what is asked",
      std::nullopt};
}

std::optional<std::chrono::seconds> retry_after(const HttpResponse& response) {
  const auto wait = support::parse_number<std::uint32_t>(response.header("retry-after"));
  return wait ? std::optional(std::chrono::seconds(*wait)) : std::nullopt;
}

Judgement permanent(std::string message) {
  return {Verdict::Permanent, std::move(message), std::nullopt};
}

Judgement judge_good_status(const HttpResponse& response) {
  const auto first = response.body.find_first_not_of(" \t\r\n");
  const bool json = first != std::string::npos && response.body[first] == '{';
  if (!json || contains(response.header("content-type"), "text/html")) {
    return {Verdict::Transient, "the answer is a web page instead of data", std::nullopt};
  }
  return {};
}

}  // namespace

Judgement judge(const HttpResponse& response) {
  switch (response.status) {
    case 200:
      return judge_good_status(response);
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
    case 401:
      return permanent(
          "the database does not accept the token: check that it is complete (number, `|`, text) "
          "and not replaced by a newer one, then give it by --token-file or FAIRMON_DSA_TOKEN");
    case 403:
      return permanent(
          "the token has no research permission: ask the DSA helpdesk for it, or use the daily "
          "dumps (`dsa-dump`), which need none");
    case 413:
      return permanent("the query is too long for the database: choose fewer filters");
    case 422:
      return judge_engine_error(response.body);
    case 429:
      return {Verdict::Quota, "quota reached", retry_after(response)};
    default:
      break;
  }
  if (response.status >= 500) {
    return {Verdict::Transient,
            "the database answers with status " + std::to_string(response.status),
            retry_after(response)};
  }
  return permanent("the database answers with status " + std::to_string(response.status) + ": " +
                   shown(response.body));
}

}  // namespace fairmon::dsa
