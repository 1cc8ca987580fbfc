#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/ledger/recorded.hpp"

namespace fairmon::cli {

struct ComparedDigests {
  std::optional<std::string> wrong;
  std::uint64_t num_compared = 0;
};

/// Whether the files begin with the bytes that the ledger says were read. Standard input cannot be
/// looked at and is left out.
[[nodiscard]] Result<ComparedDigests> compare_digests(const Recorded& recorded,
                                                      const std::vector<std::string>& files);

}  // namespace fairmon::cli
