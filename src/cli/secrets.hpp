#pragma once

#include <string>
#include <vector>

namespace fairmon::cli {

/// The words of a command line with stars in place of tokens, for messages.
[[nodiscard]] std::vector<std::string> without_secrets(std::vector<std::string> words);

/// Overwrites tokens in the program's own arguments, where other users of the machine could read
/// them. To be called when the arguments have been copied.
void hide_secrets(int argc, char** argv);

}  // namespace fairmon::cli
