#pragma once

#include <memory>
#include <string>

#include "plugins/reading/byte_stream.hpp"

namespace fairmon::plugins {

/// Unpacks gzip (also several members after each other).
[[nodiscard]] Result<std::unique_ptr<ByteStream>> make_gzip_stream(
    std::string name, std::unique_ptr<ByteStream> packed);
/// Unpacks Zstandard (also several frames after each other).
[[nodiscard]] Result<std::unique_ptr<ByteStream>> make_zstd_stream(
    std::string name, std::unique_ptr<ByteStream> packed);

}  // namespace fairmon::plugins
