#pragma once

#include <fairmon/result.hpp>

#include <string>
#include <vector>

namespace fairmon::plugins {

/// Refuses a field that none of the first records has: it may be misspelt. `names` are the members
/// that they do have.
[[nodiscard]] Result<void> check_seen(const std::vector<std::string>& fields,
                                      const std::vector<bool>& seen,
                                      const std::vector<std::string>& names,
                                      std::size_t num_records);

}  // namespace fairmon::plugins
