#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "dsa/client/http.hpp"

namespace fairmon::dsa {

/// What to do with an answer of the research API.
enum class Verdict : std::uint8_t {
  Good,
  Quota,      ///< wait, then ask the same again
  Transient,  ///< ask the same again after a pause
  Permanent,  ///< stop and tell the user
};

struct Judgement {
  Verdict verdict = Verdict::Good;
  std::string message;  ///< for Transient: what is the matter; for Permanent: and what to do
  std::optional<std::chrono::seconds> retry_after;
};

/// Judges status, content type and the embedded message of the search engine. Both generations of
/// the service answer differently; what counts is what arrives, not what is expected of which.
[[nodiscard]] Judgement judge(const HttpResponse& response);

}  // namespace fairmon::dsa
