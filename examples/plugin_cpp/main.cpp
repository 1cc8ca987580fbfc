// The whole `fairmon` program with two plugins more. Build it against an installed FairMon; then
//   ./plugin_cpp monitor fair_die.lola --input dice --rolls 60 -o tally
#include <fairmon/plugin.hpp>

extern const fairmon::InputPlugin dice_plugin;
extern const fairmon::OutputPlugin tally_plugin;

int main(int argc, char** argv) {
  fairmon::PluginRegistry plugins = fairmon::PluginRegistry::built_in();
  plugins.add(dice_plugin);
  plugins.add(tally_plugin);
  return fairmon::run_command_line(argc, argv, plugins);
}
