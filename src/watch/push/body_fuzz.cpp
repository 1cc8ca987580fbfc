// Bodies come from anybody with a token. Whatever they are, they become events or a reason.
#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "watch/push/body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array<const char*, 6> kTypes = {
      "application/json", "application/x-ndjson",         "text/csv",
      "text/plain",       "application/cloudevents+json", "application/cloudevents-batch+json"};
  if (size == 0) {
    return 0;
  }
  std::map<std::string, std::string> headers = {{"content-type", kTypes[data[0] % kTypes.size()]}};
  if ((data[0] & 128U) != 0) {
    headers["ce-specversion"] = "1.0";
    headers["ce-id"] = "1";
    headers["ce-source"] = "s";
  }
  const std::string body(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto events = fairmon::watch::read_body(body, headers, "time");
  if (!events && events.error().message.empty()) {
    __builtin_trap();
  }
  return 0;
}
