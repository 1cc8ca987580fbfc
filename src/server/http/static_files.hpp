#pragma once

#include <filesystem>

#include "server/http/message.hpp"

namespace fairmon::server {

/// Answers with a file of the page: packed ones, or those of `web_root` if it is given.
[[nodiscard]] Response static_file(const Request& request, const std::filesystem::path& web_root);

}  // namespace fairmon::server
