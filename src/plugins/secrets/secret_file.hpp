#pragma once

#include <fairmon/result.hpp>

#include <string>

namespace fairmon::plugins {

/// The content of a file that only its owner can read, without white space at either end. `what`
/// names the file in errors, which never show what is in it: `the token file`.
[[nodiscard]] Result<std::string> read_secret_file(const std::string& file,
                                                   const std::string& what);

}  // namespace fairmon::plugins
