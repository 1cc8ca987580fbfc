#include "cli/report.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/printable.hpp"

namespace fairmon::cli {

ExitCode exit_code(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::Usage:
    case ErrorCode::Specification:
      return ExitCode::Usage;
    case ErrorCode::NotFound:
    case ErrorCode::Input:
    case ErrorCode::Output:
    case ErrorCode::Checkpoint:
    case ErrorCode::Network:
    case ErrorCode::Resource:
      return ExitCode::Data;
    case ErrorCode::Evaluation:
      return ExitCode::Evaluation;
    case ErrorCode::Cancelled:
      return ExitCode::Interrupted;
    case ErrorCode::Internal:
      return ExitCode::Internal;
  }
  return ExitCode::Internal;
}

bool colour_wanted() { return ::isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr; }

// Messages quote data, answers of services and names of files.
int report(const Error& error) {
  try {
    std::string text = colour_wanted() ? "\x1b[1;31merror:\x1b[0m " : "error: ";
    text += support::printable(error.message) + "\n";
    for (const std::string& line : error.context) {
      text += "  " + support::printable(line) + "\n";
    }
    print_error(text);
  } catch (...) {
    print_error("error: ");  // no memory for more than what is there already
    print_error(error.message);
    print_error("\n");
  }
  return static_cast<int>(exit_code(error.code));
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_error(std::string_view text) {
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace fairmon::cli
