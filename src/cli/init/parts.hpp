#pragma once

#include "cli/init/roles.hpp"

namespace fairmon::cli {

/// A column that makes groups; numbers with many values are put into bins.
[[nodiscard]] Part group_part(const Column& column);
/// A column as a Bool that is true where it is good for the person.
[[nodiscard]] Part verdict_part(const Column& column);
/// Name of an input for the column: its own, or the nearest that the language accepts.
[[nodiscard]] std::string input_name(const Column& column);
/// A text as the language writes it.
[[nodiscard]] std::string quoted_text(const std::string& text);

}  // namespace fairmon::cli
