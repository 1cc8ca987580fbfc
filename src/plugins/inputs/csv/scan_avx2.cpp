// Compiled for processors with AVX2 and BMI; reached only after asking the processor.
#ifdef __AVX2__

#include <immintrin.h>

#include "plugins/inputs/csv/scan_kernel.hpp"

namespace fairmon::plugins::csv {

namespace {

class Avx2Block {
 public:
  explicit Avx2Block(const char* text)
      : low_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(text))),
        high_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(text) + 1)) {}

  [[nodiscard]] std::uint64_t equal(char wanted) const {
    const __m256i pattern = _mm256_set1_epi8(wanted);
    const int low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(low_, pattern));
    const int high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(high_, pattern));
    return static_cast<std::uint32_t>(low) |
           (static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32);
  }

 private:
  __m256i low_;
  __m256i high_;
};

}  // namespace

ScanResult scan_avx2(const char* text, std::size_t size, const Dialect& dialect,
                     std::uint32_t* separators, std::uint32_t* record_ends) {
  return scan_with<Avx2Block>(text, size, dialect, separators, record_ends);
}

}  // namespace fairmon::plugins::csv

#endif
