#pragma once

#include <fairmon/result.hpp>

#include <string>
#include <string_view>

namespace fairmon::plugins {

enum class Packing { None, Gzip, Zstd };

/// From the end of a file name: `.gz`, `.zst`, or neither.
[[nodiscard]] Packing packing_of(std::string_view file);

/// The text as one unit that unpacks by itself; units one after the other unpack to their texts one
/// after the other. So a file can be cut between units and continued.
[[nodiscard]] Result<std::string> pack(std::string_view text, Packing packing);

}  // namespace fairmon::plugins
