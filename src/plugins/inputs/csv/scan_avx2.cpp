// Compiled for processors with AVX2 and BMI; reached only after asking the processor.
#ifdef __AVX2__

#include <immintrin.h>

#include "plugins/inputs/csv/scan_kernel.hpp"

namespace fairmon::plugins::csv {

namespace {

/// For every byte the places of its bits, lowest first.
struct BitPlaces {
  unsigned char of[256][8] = {};
};

constexpr BitPlaces make_bit_places() {
  BitPlaces places;
  for (unsigned byte = 0; byte < 256; ++byte) {
    unsigned count = 0;
    for (unsigned bit = 0; bit < 8; ++bit) {
      if ((byte >> bit & 1U) != 0) {
        places.of[byte][count++] = static_cast<unsigned char>(bit);
      }
    }
  }
  return places;
}

constexpr BitPlaces kBitPlaces = make_bit_places();

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

  /// A byte of bits at a time, without a jump: eight offsets are written, those that count stay.
  static void write_places(std::uint64_t bits, std::uint32_t at, std::uint32_t* out) {
    __m256i base = _mm256_set1_epi32(static_cast<int>(at));
    for (unsigned i = 0; i < 8; ++i) {
      const auto byte = static_cast<unsigned>(bits >> (8 * i)) & 0xffU;
      const __m128i places = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kBitPlaces.of[byte]));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                          _mm256_add_epi32(_mm256_cvtepu8_epi32(places), base));
      base = _mm256_add_epi32(base, _mm256_set1_epi32(8));
      out += __builtin_popcount(byte);
    }
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
