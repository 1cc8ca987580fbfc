#include "cli/program/program.hpp"

#include <fairmon/plugin.hpp>

#include <string>
#include <vector>

#include "cli/report.hpp"
#include "cli/secrets.hpp"
#include "support/caught.hpp"

namespace fairmon::cli {

int run_program(int argc, char** argv) noexcept {
  try {
    const std::vector<std::string> words(argv, argv + argc);
    std::vector<const char*> copies;
    for (const std::string& word : words) {
      copies.push_back(word.c_str());
    }
    hide_secrets(argc, argv);
    return run_command_line(argc, copies.data(), PluginRegistry::built_in());
  } catch (...) {
    return report(support::caught_error());
  }
}

}  // namespace fairmon::cli
