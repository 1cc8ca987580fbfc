#pragma once

#include <fairmon/plugin.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/ledger/recorded.hpp"
#include "ledger/verify/verify.hpp"

namespace fairmon::cli {

struct Replayed {
  /// The first thing the data do not bear out, with its place; nothing: all is true.
  std::optional<std::string> wrong;
  std::uint64_t num_verdicts = 0;
  std::uint64_t num_events = 0;
  std::uint64_t num_digests = 0;
  bool other_program = false;  ///< of another version than the one that wrote the ledger
};

/// Judges the data by the specification in the ledger and compares verdict by verdict, the digests
/// of the data and the totals. An error: the data cannot be judged at all.
[[nodiscard]] Result<Replayed> replay(const ledger::Verification& verified,
                                      const Recorded& recorded,
                                      const std::vector<std::string>& data,
                                      const PluginRegistry& plugins);

}  // namespace fairmon::cli
