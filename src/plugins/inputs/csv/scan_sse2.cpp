#ifdef __x86_64__

#include <emmintrin.h>

#include "plugins/inputs/csv/scan_kernel.hpp"

namespace fairmon::plugins::csv {

namespace {

class Sse2Block {
 public:
  explicit Sse2Block(const char* text) {
    for (int i = 0; i < 4; ++i) {
      parts_[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text) + i);
    }
  }

  [[nodiscard]] std::uint64_t equal(char wanted) const {
    const __m128i pattern = _mm_set1_epi8(wanted);
    std::uint64_t bits = 0;
    for (int i = 0; i < 4; ++i) {
      const int part = _mm_movemask_epi8(_mm_cmpeq_epi8(parts_[i], pattern));
      bits |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(part)) << (16 * i);
    }
    return bits;
  }
  static void write_places(std::uint64_t bits, std::uint32_t at, std::uint32_t* out) {
    write_places_by_eights(bits, at, out);
  }

 private:
  __m128i parts_[4];
};

}  // namespace

ScanResult scan_sse2(const char* text, std::size_t size, const Dialect& dialect,
                     std::uint32_t* separators, std::uint32_t* record_ends) {
  return scan_with<Sse2Block>(text, size, dialect, separators, record_ends);
}

}  // namespace fairmon::plugins::csv

#endif
