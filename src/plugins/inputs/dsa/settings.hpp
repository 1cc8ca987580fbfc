#pragma once

#include <fairmon/plugin.hpp>
#include <fairmon/result.hpp>

#include <span>
#include <string>

#include "dsa/client/pager.hpp"

namespace fairmon::plugins::inputs {

/// Options of the research API, shared with the commands of `fairmon dsa`.
[[nodiscard]] std::span<const OptionInfo> dsa_options();

/// Turns options into what the pager needs; the token is looked up here. The specification's part
/// of the query (fields, derived filter) is filled in later.
[[nodiscard]] Result<dsa::PagerSettings> dsa_settings(const OptionValues& options);

/// The token: from the option (or its environment variable), else from the file, which nobody else
/// may read.
[[nodiscard]] Result<std::string> dsa_token(const OptionValues& options);

}  // namespace fairmon::plugins::inputs
