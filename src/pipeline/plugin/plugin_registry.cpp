#include <fairmon/plugin.hpp>

#include <algorithm>

namespace fairmon {

namespace {

template <typename Plugin>
const Plugin* find(std::span<const Plugin* const> plugins, std::string_view name) {
  // Plugins given later replace built-in ones of the same name.
  const auto found = std::find_if(plugins.rbegin(), plugins.rend(),
                                  [&](const Plugin* plugin) { return plugin->name == name; });
  return found == plugins.rend() ? nullptr : *found;
}

}  // namespace

const InputPlugin* PluginRegistry::find_input(std::string_view name) const noexcept {
  return find(inputs(), name);
}

const OutputPlugin* PluginRegistry::find_output(std::string_view name) const noexcept {
  return find(outputs(), name);
}

const InputPlugin* PluginRegistry::input_for_file(std::string_view file) const noexcept {
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (file.ends_with(packed)) {
      file.remove_suffix(packed.size());
    }
  }
  for (auto it = inputs_.rbegin(); it != inputs_.rend(); ++it) {
    for (const std::string_view suffix : (*it)->suffixes) {
      if (file.ends_with(suffix)) {
        return *it;
      }
    }
  }
  return nullptr;
}

}  // namespace fairmon
