#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "dsa/simulator/statement.hpp"

namespace fairmon::dsa::simulator {

struct DumpOptions {
  bool light = true;
  std::uint64_t rows_per_part = 100'001;
  std::uint64_t parts_per_inner = 10;
  std::string slug = "global";  ///< or that of a platform, whose statements alone are written
};

/// A platform's name in file names: `App Store` as `app-store`.
[[nodiscard]] std::string platform_slug(std::string_view name);

/// Writes the statements of one day (counted from 0) as `sor-<slug>-<day>-<full|light>.zip` with
/// its checksum beside it; returns the file name.
[[nodiscard]] Result<std::string> write_dump(const Generator& generator, std::uint32_t day,
                                             const std::string& folder, const DumpOptions& options);

}  // namespace fairmon::dsa::simulator
