#include "builtins/cell_sums.hpp"

#include "support/wide.hpp"

namespace fairmon::builtins {

FAIRMON_WIDE std::uint64_t sum_of(const Cell* values, std::uint32_t count) noexcept {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    sum += values[i];
  }
  return sum;
}

}  // namespace fairmon::builtins
