#pragma once

#include <string>

#include "intake/columns.hpp"

namespace fairmon::cli {

/// The columns of a file for the terminal: kind, most frequent values, how many are missing.
[[nodiscard]] std::string preview_text(const intake::Sample& sample, const std::string& data);

}  // namespace fairmon::cli
