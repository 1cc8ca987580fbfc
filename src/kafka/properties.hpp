#pragma once

#include <fairmon/result.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairmon::kafka {

/// Settings of librdkafka by name. Values may be secrets: they appear in no message.
using Properties = std::vector<std::pair<std::string, std::string>>;

/// Reads lines `name=value`, as in `client.properties`; empty lines and those that begin with `#`
/// do not count. Refuses settings on which exactly-once and the order of records rest.
[[nodiscard]] Result<Properties> parse_properties(std::string_view text, const std::string& file);

/// The same from a file, which nobody but its owner may read.
[[nodiscard]] Result<Properties> read_properties(const std::string& file);

}  // namespace fairmon::kafka
