#include <fairmon/plugin.hpp>

namespace fairmon {

namespace plugins {
// Written by the build from the folders below inputs/ and outputs/.
std::span<const InputPlugin* const> input_plugins();
std::span<const OutputPlugin* const> output_plugins();
}  // namespace plugins

PluginRegistry PluginRegistry::built_in() {
  PluginRegistry registry;
  for (const InputPlugin* plugin : plugins::input_plugins()) {
    registry.add(*plugin);
  }
  for (const OutputPlugin* plugin : plugins::output_plugins()) {
    registry.add(*plugin);
  }
  return registry;
}

}  // namespace fairmon
