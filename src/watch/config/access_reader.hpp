#pragma once

#include <fairmon/result.hpp>

#include <filesystem>
#include <vector>

#include "server/access/access_config.hpp"
#include "watch/config/toml_table.hpp"

namespace fairmon::watch {

/// The digests below `tokens`.
[[nodiscard]] Result<std::vector<server::TokenDigest>> read_tokens(TomlTable& table);

/// `[access]` and `[tls]` of a configuration; paths are relative to the folder.
[[nodiscard]] Result<server::AccessConfig> read_access(TomlTable& root,
                                                       const std::filesystem::path& folder);

/// A file that holds these two and nothing else.
[[nodiscard]] Result<server::AccessConfig> read_access_file(const std::filesystem::path& file);

}  // namespace fairmon::watch
