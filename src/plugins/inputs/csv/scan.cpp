#include "plugins/inputs/csv/scan.hpp"

namespace fairmon::plugins::csv {

Scan best_scan() noexcept {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
      __builtin_cpu_supports("popcnt") != 0) {
    return scan_avx2;
  }
  return scan_sse2;
#else
  return scan_portable;
#endif
}

}  // namespace fairmon::plugins::csv
