#pragma once

#include <fairmon/result.hpp>

#include <filesystem>
#include <string>

#include "server/app_state.hpp"

namespace fairmon::server {

/// The file a page means: `upload:ID`, `example:ID`, or a path below the data root.
struct Target {
  std::filesystem::path file;
  std::string name;  ///< what the user calls it
};

[[nodiscard]] Result<Target> resolve_target(const std::string& target, AppState& state);

}  // namespace fairmon::server
