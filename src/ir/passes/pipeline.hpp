#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::ir::passes {

/// One rewriting of a program. It keeps every verdict of public streams.
struct Pass {
  std::string_view name;
  std::string_view summary;
  void (*run)(Program& program);
};

/// All passes in the order in which they run.
[[nodiscard]] std::span<const Pass> all_passes();

/// Runs all but the named passes. In builds with checks the program is verified after each.
void run_pipeline(Program& program, const std::vector<std::string>& disabled = {});

/// Runs one pass by its name; false if there is none.
bool run_pass(Program& program, std::string_view name);

}  // namespace fairmon::ir::passes
