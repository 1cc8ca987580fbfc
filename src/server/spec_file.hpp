#pragma once

#include <fairmon/result.hpp>

#include <filesystem>
#include <string>

namespace fairmon::server {

/// The specification that the command line named, as editors see it: lines end with `\n` and no
/// byte-order mark comes first. What the file has of these is put back when it is written.
[[nodiscard]] Result<std::string> read_spec_file(const std::filesystem::path& file);

enum class SpecWrite : std::uint8_t {
  Done,
  Conflict,  ///< the file holds something else than the writer believes; nothing was written
};

/// Replaces the text in one go, or not at all. `base` is what the writer believes to be there.
[[nodiscard]] Result<SpecWrite> write_spec_file(const std::filesystem::path& file,
                                                const std::string& text, const std::string& base);

}  // namespace fairmon::server
