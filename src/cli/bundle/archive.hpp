#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace fairmon::cli {

/// A file inside an archive: its content, or the file on the disk that holds it.
struct ArchiveEntry {
  std::string name;
  std::string content;
  std::string file;  ///< empty: `content`
};

/// Writes a zip whose bytes depend on the entries and the time only (seconds since 1970): unpacked
/// content, one order, one kind of permissions. Refuses a file that is there.
[[nodiscard]] Result<void> write_archive(const std::string& file,
                                         const std::vector<ArchiveEntry>& entries,
                                         std::int64_t seconds);

/// Unpacks all of a zip into a folder that is there. Refuses names that lead out of it.
[[nodiscard]] Result<std::vector<std::string>> unpack_archive(const std::string& file,
                                                              const std::string& folder);

/// Whether the file begins like a zip.
[[nodiscard]] bool is_archive(const std::string& file);

}  // namespace fairmon::cli
