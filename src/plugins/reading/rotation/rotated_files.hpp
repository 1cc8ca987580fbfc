#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fairmon::plugins {

/// Files that a growing file became when it was rotated: `log.csv.1`, `log.csv-20240131.gz`, …,
/// oldest first. `also` is another file to be sorted in, found by its number under any name.
[[nodiscard]] std::vector<std::string> rotated_files(const std::string& name,
                                                     const std::string& also = {});

/// The file with this number (ByteStream::file_mark) in the folder of `name`; empty if it is gone.
[[nodiscard]] std::string find_by_mark(const std::string& name, std::uint64_t mark);

}  // namespace fairmon::plugins
