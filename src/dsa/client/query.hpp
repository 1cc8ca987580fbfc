#pragma once

#include <fairmon/filter.hpp>
#include <fairmon/result.hpp>
#include <fairmon/time.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsa/client/cursor.hpp"

namespace fairmon::dsa {

/// What to ask the research API for.
struct Query {
  Timestamp from;  ///< calendar time, inclusive, of created_at
  Timestamp to;    ///< exclusive
  /// Chosen by the user: field and value. Values of one field are alternatives, fields are
  /// conditions that must all hold.
  std::vector<std::pair<std::string, std::string>> chosen;
  /// Derived from the specification; what cannot be said to the server is left out.
  Filter derived;
  std::vector<std::string> source_fields;  ///< `_source`; `id` and `created_at` are always asked
};

/// Checks names and values of chosen filters; the message lists what is possible.
[[nodiscard]] Result<void> check_chosen(const Query& query);

/// Body of a search request; `after` is the place of the last hit received.
[[nodiscard]] std::string search_body(const Query& query, std::uint32_t size,
                                      std::optional<Cursor> after);
/// Body of a count request.
[[nodiscard]] std::string count_body(const Query& query);
/// The part of the condition that comes from the derived filter, for people.
[[nodiscard]] std::string describe_derived(const Query& query);

}  // namespace fairmon::dsa
