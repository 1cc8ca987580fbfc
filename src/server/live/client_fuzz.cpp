// Whatever a page sends, the conversation neither crashes nor grows without bound.
#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "server/live/client.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairmon;
  static const PluginRegistry plugins;
  static server::AppState state(plugins, std::filesystem::path("/nonexistent/fairmon-fuzz"), 1000);
  server::LiveClient client(state);
  std::vector<server::Outgoing> out;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // Lines are messages, so that a sequence of them can be tried.
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (!client.receive(text.substr(begin, end - begin), out)) {
      break;
    }
    client.tick(server::LiveClient::Clock::now(), out);
    begin = end + 1;
  }
  return 0;
}
