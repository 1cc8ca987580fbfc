#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plugins/inputs/csv/scan.hpp"

namespace fairmon::plugins::csv {

/// Finds delimiter and quote from the first lines of a file; comma and `"` when nothing speaks for
/// others.
[[nodiscard]] Dialect detect_dialect(std::string_view sample);

/// Splits one record (without its line end) into plain fields.
[[nodiscard]] std::vector<std::string> split_record(std::string_view record,
                                                    const Dialect& dialect);

}  // namespace fairmon::plugins::csv
