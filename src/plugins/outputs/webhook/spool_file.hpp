#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace fairmon::plugins::webhook {

/// Kinds of records; the numbers stand in files.
enum class SpoolRecord : std::uint64_t {
  Run = 1,        ///< number of the run that writes
  Position = 2,   ///< number of the newest notice, where that itself is gone
  Forgotten = 3,  ///< notices up to here are not made again
  Notice = 4,
  Taken = 5,  ///< the receiver has the notice of that number
};

inline constexpr std::string_view kSpoolMagic = "fairmon alarms 1\n";
inline constexpr std::uint64_t kSpoolFrameHead = 16;  ///< length and checksum

/// A record as it stands in the file.
[[nodiscard]] std::string spool_frame(std::string_view payload);

/// Opens or makes the file, for this process alone; a file descriptor.
[[nodiscard]] Result<int> open_spool_file(const std::string& file);

struct SpoolContent {
  std::uint64_t good_bytes = 0;
  bool damaged = false;  ///< bytes in between were changed; a crash only cuts the end short
};

/// Reads records in order and cuts the file behind the last good one; `take` says whether a
/// payload makes sense. The copy of a damaged file is `FILE.damaged`.
[[nodiscard]] Result<SpoolContent> read_spool_file(
    int descriptor, const std::string& file,
    const std::function<bool(std::string_view payload, std::uint64_t offset)>& take);

}  // namespace fairmon::plugins::webhook
