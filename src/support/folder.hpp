#pragma once

#include <string>
#include <system_error>
#include <vector>

namespace fairmon::support {

// The standard library lists folders too, but ends the process when memory runs out meanwhile.

/// The names in a folder without `.` and `..`, in the order of the file system.
[[nodiscard]] std::vector<std::string> names_in_folder(const std::string& folder,
                                                       std::error_code& failed);
/// Removes a file, or a folder with all that is in it, as far as that can be done. Links are
/// removed, not followed. Needs no memory of its own.
void remove_with_content(const std::string& path) noexcept;

}  // namespace fairmon::support
