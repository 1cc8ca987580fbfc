#include <fairmon/plugin.hpp>

int main(int argc, char** argv) {
  return fairmon::run_command_line(argc, argv, fairmon::PluginRegistry::built_in());
}
