#pragma once

#include <fairmon/plugin.hpp>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fairmon::cli {

/// What settings say of a flag without a value that was not given.
inline constexpr const char* kNotGiven = "not given";

/// Adds the options of a plugin that decide the meaning of a run, as PipelineOptions::settings
/// wants them; defaults included, so that saying one of them aloud changes nothing. `where` tells
/// several outputs apart.
void add_settings(std::vector<std::pair<std::string, std::string>>& settings,
                  std::span<const OptionInfo> table, const OptionValues& values,
                  const std::string& where = {});

}  // namespace fairmon::cli
