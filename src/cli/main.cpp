#include <fairmon/plugin.hpp>

#include <string>
#include <vector>

#include "cli/secrets.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  std::vector<const char*> copies;
  for (const std::string& word : words) {
    copies.push_back(word.c_str());
  }
  fairmon::cli::hide_secrets(argc, argv);
  return fairmon::run_command_line(argc, copies.data(), fairmon::PluginRegistry::built_in());
}
