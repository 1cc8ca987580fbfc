// Any bytes are refused or read; what is read is written back the same.
#include <cstddef>
#include <cstdint>
#include <string>

#include "pipeline/run/checkpoint.hpp"
#include "support/check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(data, data + size);
  const auto checkpoint = fairmon::pipeline::decode_checkpoint(bytes);
  FAIRMON_CHECK(!checkpoint || fairmon::pipeline::encode_checkpoint(*checkpoint) == bytes,
                "reading and writing differ");
  return 0;
}
