// Any bytes: no crash, and the same events whatever the batch size.
#include <cstddef>
#include <cstdint>

#include "plugins/reading/fuzz_kit.hpp"

namespace fairmon::plugins::inputs {
extern const InputPlugin jsonl;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fairmon::plugins::testing::MemoryFile file(data, size);
  const auto& plugin = fairmon::plugins::inputs::jsonl;
  const std::string one = fairmon::plugins::testing::read_leniently(plugin, file.path(), 1);
  const std::string many = fairmon::plugins::testing::read_leniently(plugin, file.path(), 1000);
  FAIRMON_CHECK(one == many, "batch sizes disagree:\n" + one + "---\n" + many);
  return 0;
}
