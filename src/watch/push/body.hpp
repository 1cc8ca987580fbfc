#pragma once

#include <fairmon/result.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "eventlog/frame.hpp"

namespace fairmon::watch {

/// What is wrong with the body of a request.
struct BodyTrouble {
  bool unknown_type = false;  ///< of content, so nothing was looked at
  std::size_t event = 0;      ///< counted from 1; 0: none in particular
  std::string message;
};

/// The events of a body as records of one JSON object each, by its content type: JSON (an object or
/// a list of them), JSON lines, CSV, CloudEvents. Of a CloudEvent its data are the record, source
/// and id the id; its time is added to the data under `time_field` where they lack that member.
[[nodiscard]] Result<std::vector<eventlog::LoggedEvent>, BodyTrouble> read_body(
    const std::string& body, const std::map<std::string, std::string>& headers,
    const std::string& time_field);

}  // namespace fairmon::watch
