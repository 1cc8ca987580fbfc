#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "runner/run_both.hpp"

/// Whatever compiles runs on both engines and gives the same verdicts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto problem = fairmon::runner::run_both(text)) {
    std::fprintf(stderr, "%s\n%s\n", text.c_str(), problem->c_str());
    std::abort();
  }
  return 0;
}
