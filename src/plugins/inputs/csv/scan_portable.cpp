#include <cstring>

#include "plugins/inputs/csv/scan_kernel.hpp"

namespace fairmon::plugins::csv {

namespace {

/// Eight words of eight bytes, with plain arithmetic.
class WordBlock {
 public:
  explicit WordBlock(const char* text) { std::memcpy(words_, text, sizeof words_); }

  [[nodiscard]] std::uint64_t equal(char wanted) const {
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101ULL;
    constexpr std::uint64_t kLow = 0x7f7f'7f7f'7f7f'7f7fULL;
    const std::uint64_t pattern = kOnes * static_cast<unsigned char>(wanted);
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 8; ++i) {
      const std::uint64_t x = words_[i] ^ pattern;
      // The top bit of a byte is set exactly if the byte is zero; no borrow between bytes.
      const std::uint64_t zero = ~(((x & kLow) + kLow) | x | kLow);
      // Gathers the eight top bits into the top byte.
      bits |= (((zero >> 7) * 0x0102'0408'1020'4080ULL) >> 56) << (8 * i);
    }
    return bits;
  }
  static void write_places(std::uint64_t bits, std::uint32_t at, std::uint32_t* out) {
    write_places_by_eights(bits, at, out);
  }

 private:
  std::uint64_t words_[8];
};

}  // namespace

ScanResult scan_portable(const char* text, std::size_t size, const Dialect& dialect,
                         std::uint32_t* separators, std::uint32_t* record_ends) {
  return scan_with<WordBlock>(text, size, dialect, separators, record_ends);
}

}  // namespace fairmon::plugins::csv
