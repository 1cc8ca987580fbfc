#pragma once

#include <fairmon/error.hpp>

#include <string_view>

namespace fairmon::cli {

/// Exit codes for scripts.
enum class ExitCode : int {
  Fine = 0,
  Usage = 1,  ///< specification or usage
  Data = 2,
  Evaluation = 3,
  Trigger = 4,
  Internal = 70,
  Interrupted = 130,
};

[[nodiscard]] ExitCode exit_code(ErrorCode code) noexcept;

/// Prints an error to standard error and returns its exit code as a number.
int report(const Error& error);
/// Prints text to standard output.
void print(std::string_view text);
/// Prints text to standard error.
void print_error(std::string_view text);
/// Messages may be coloured: standard error is a terminal and NO_COLOR is not set.
[[nodiscard]] bool colour_wanted();

}  // namespace fairmon::cli
