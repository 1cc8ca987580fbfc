// Any bytes: no crash, the same events whatever the batch size, and all scanning kernels agree.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "plugins/inputs/csv/scan.hpp"
#include "plugins/reading/fuzz_kit.hpp"

namespace fairmon::plugins::inputs {
extern const InputPlugin csv;
}

namespace {

using fairmon::plugins::csv::Dialect;
using fairmon::plugins::csv::kScanPadding;
using fairmon::plugins::csv::Scan;

std::vector<std::uint32_t> scanned(Scan scan, const std::string& text) {
  std::vector<std::uint32_t> separators(text.size() + 64);
  std::vector<std::uint32_t> ends(text.size() + 64);
  const auto result =
      scan(text.data(), text.size() - kScanPadding, Dialect{}, separators.data(), ends.data());
  separators.resize(result.num_separators);
  separators.insert(separators.end(), ends.begin(),
                    ends.begin() + static_cast<std::ptrdiff_t>(result.num_records));
  separators.push_back(result.inside_quotes ? 1 : 0);
  return separators;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string padded = std::string(data, data + size) + std::string(kScanPadding, '\n');
  FAIRMON_CHECK(scanned(fairmon::plugins::csv::scan_portable, padded) ==
                    scanned(fairmon::plugins::csv::best_scan(), padded),
                "kernels disagree");
  const fairmon::plugins::testing::MemoryFile file(data, size);
  const auto& plugin = fairmon::plugins::inputs::csv;
  const std::string one = fairmon::plugins::testing::read_leniently(plugin, file.path(), 1);
  const std::string many = fairmon::plugins::testing::read_leniently(plugin, file.path(), 1000);
  FAIRMON_CHECK(one == many, "batch sizes disagree:\n" + one + "---\n" + many);
  return 0;
}
