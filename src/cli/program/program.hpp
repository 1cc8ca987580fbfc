#pragma once

namespace fairmon::cli {

/// The program `fairmon` from its arguments to its exit code. Secrets among the arguments are
/// overwritten, so that nobody sees them in the list of processes. Throws nothing.
[[nodiscard]] int run_program(int argc, char** argv) noexcept;

}  // namespace fairmon::cli
