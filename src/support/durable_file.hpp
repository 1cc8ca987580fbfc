#pragma once

#include <string>
#include <string_view>

namespace fairmon::support {

// Writing so that it lasts when the power goes. All of these answer 0, or the errno of what failed.

/// Writes everything, however many calls that takes.
[[nodiscard]] int write_all(int descriptor, std::string_view bytes);
/// Waits until the content is on the disk; nothing to do for pipes and terminals.
[[nodiscard]] int sync_file(int descriptor);
/// A name lasts once the folder that holds it is on the disk.
[[nodiscard]] int sync_folder_of(const std::string& file);
/// Puts bytes in the place of a file: written beside it, made to last, then renamed. At any moment
/// there is the old content or the new one. Permissions stay; a link stays one and what it leads to
/// is replaced.
[[nodiscard]] int replace_file(const std::string& file, std::string_view bytes);

}  // namespace fairmon::support
