// Checkpoints whose checksums are right and whose content is not: they are refused, or the monitor
// goes on with some other state, but nothing breaks.
#include <cstddef>
#include <cstdint>

#include "api/testing/forged_checkpoint.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairmon::api::try_forged_checkpoint(data, size);
  return 0;
}
