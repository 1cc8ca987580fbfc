#pragma once

#include <string>
#include <string_view>

namespace fairmon::plugins {

/// Appends a field of a CSV file, in quotes if its text needs them.
void append_csv_field(std::string& out, std::string_view text);

}  // namespace fairmon::plugins
