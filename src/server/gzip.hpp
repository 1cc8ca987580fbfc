#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fairmon::server {

/// Unpacks gzip data; nothing if it is damaged or larger than `limit` bytes.
[[nodiscard]] std::optional<std::string> gunzip(std::string_view packed,
                                                std::size_t limit = std::size_t{1} << 30U);

}  // namespace fairmon::server
