#pragma once

#include <compare>
#include <cstdint>

namespace fairmon::dsa {

/// Place of a statement in the order of reading: by the time of its receipt, and by its id among
/// those of the same second. The order of ids alone is not that of time, so a statement's lateness
/// would depend on which others are left out; in this order nothing is ever late.
struct Cursor {
  std::int64_t created_ms = 0;  ///< since 1970
  std::int64_t id = 0;

  friend auto operator<=>(const Cursor&, const Cursor&) = default;
};

}  // namespace fairmon::dsa
