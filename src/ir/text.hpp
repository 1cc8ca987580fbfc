#pragma once

#include <fairmon/result.hpp>

#include <string>
#include <string_view>

#include "ir/program.hpp"

/// The textual form of a program; README.md describes it. Reading what was printed gives a program
/// that prints the same.
namespace fairmon::ir {

[[nodiscard]] std::string print(const Program& program);
/// One expression on one line, for messages and tests.
[[nodiscard]] std::string print_expr(const Program& program, ExprId expr);
[[nodiscard]] std::string print_pacing(const Program& program, const Pacing& pacing);

/// Reads a program. Layers are assigned if the text does not give them. The error names the line
/// and the column. The program is not verified.
[[nodiscard]] Result<Program> read(std::string_view text);

}  // namespace fairmon::ir
