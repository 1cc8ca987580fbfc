#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "ledger/chain/lines.hpp"

namespace fairmon::ledger {

/// The last whole line of a ledger that was left in the middle. Offset 0: it ended the piece
/// before, and this one has yet to begin.
struct ChainEnd {
  std::uint64_t piece = 1;
  std::uint64_t piece_lines = 0;
  std::uint64_t offset = 0;  ///< behind that line
  std::uint64_t last_length = 0;
  Head head;
  std::uint64_t from = 0;  ///< number of the line at the position that was given
};

/// Looks from a position of ChainWriter on. Refuses a ledger that does not stand there any more.
[[nodiscard]] Result<ChainEnd> find_end(const std::string& file, std::string_view position);

}  // namespace fairmon::ledger
