#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <string>

#include "dsa/simulator/statement.hpp"

namespace fairmon::dsa::simulator {

struct DumpOptions {
  bool light = true;
  std::uint64_t rows_per_part = 100'001;
  std::uint64_t parts_per_inner = 10;
};

/// Writes the statements of one day (counted from 0) as `sor-global-<day>-<full|light>.zip` with
/// its checksum beside it; returns the file name.
[[nodiscard]] Result<std::string> write_dump(const Generator& generator, std::uint32_t day,
                                             const std::string& folder, const DumpOptions& options);

}  // namespace fairmon::dsa::simulator
