#pragma once

#include <fairmon/plugin.hpp>
#include <fairmon/result.hpp>

#include <cstdint>
#include <map>
#include <string>

#include "server/app_state.hpp"

namespace fairmon::server {

/// Who chose the values: a page, or whoever started the server.
enum class Asker : std::uint8_t { Page, Operator };

/// Option values for a plugin, checked; the one way from a request to a source. What a page asks
/// for obeys two rules: files lie below the data root, and secrets of the server (in its
/// environment, in its files) are never sent to an address that the page chose.
[[nodiscard]] Result<OptionValues> checked_options(
    const InputPlugin& plugin, const std::multimap<std::string, std::string>& given,
    const AppState& state, Asker asker);

}  // namespace fairmon::server
