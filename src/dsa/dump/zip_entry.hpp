#pragma once

#include <fairmon/result.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dsa/libraries/zip.hpp"

/// Entries of zip files, read in one go.
namespace fairmon::dsa {

struct ZipCloser {
  void operator()(zip_t* archive) const { libzip().discard(archive); }
};
using Zip = std::unique_ptr<zip_t, ZipCloser>;

struct Entry {
  std::string name;
  zip_uint64_t index = 0;
};

/// Entries with this ending, in the order of their names.
[[nodiscard]] std::vector<Entry> entries_ending(zip_t* archive, std::string_view ending);

/// Unpacks an entry of `most` bytes at most into `text`, whose memory is used again, and compares
/// its checksum.
[[nodiscard]] Result<void> read_entry(zip_t* archive, const Entry& entry, std::size_t most,
                                      std::string& text);

}  // namespace fairmon::dsa
