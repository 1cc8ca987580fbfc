#pragma once

#include <emmintrin.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

/// For the hand-written programs that show what a workload costs at least: a file in memory, read
/// field by field, no checks beyond the end of the file.
namespace limits {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kHour = 3600 * kSecond;
constexpr std::int64_t kDay = 24 * kHour;

class Reader {
 public:
  explicit Reader(const char* path) {
    const int file = ::open(path, O_RDONLY);
    struct stat facts{};
    if (file < 0 || ::fstat(file, &facts) != 0) {
      std::perror(path);
      std::exit(1);
    }
    const auto size = static_cast<std::size_t>(facts.st_size);
    // A page more, so that whole words can be read at the end of the file.
    void* room = ::mmap(nullptr, size + kPage, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const void* mapped =
        ::mmap(room, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE | MAP_FIXED, file, 0);
    at_ = static_cast<const char*>(mapped);
    end_ = at_ + size;
    skip_line();
  }
  [[nodiscard]] bool more() const { return at_ < end_; }
  void skip_line() {
    while (at_ < end_ && *at_ != '\n') {
      ++at_;
    }
    ++at_;
  }
  /// A text as a number: its first eight bytes and its last eight, which tell the texts of these
  /// workloads apart.
  std::uint64_t text() {
    const char* begin = at_;
    skip();
    const auto length = static_cast<std::size_t>(at_ - begin) - 1;
    std::uint64_t first = 0;
    std::memcpy(&first, begin, sizeof first);
    const std::uint64_t kept =
        length >= 8 ? first : first & ((std::uint64_t{1} << (8 * length)) - 1);
    if (length <= 8) {
      return kept * 31 + length;
    }
    std::uint64_t last = 0;
    std::memcpy(&last, begin + length - 8, sizeof last);
    return (kept * 31 + length) ^ (last * 0x9e3779b97f4a7c15ULL);
  }
  /// Past the end of a field, sixteen bytes at a time.
  void skip() {
    for (;; at_ += 16) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at_));
      const __m128i ends = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(',')),
                                        _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')));
      const int found = _mm_movemask_epi8(ends);
      if (found != 0) {
        at_ += __builtin_ctz(static_cast<unsigned>(found)) + 1;
        return;
      }
    }
  }
  bool boolean() {
    const bool value = *at_ == 't';
    at_ += value ? 5 : 6;
    return value;
  }
  std::int64_t integer() {
    std::int64_t value = 0;
    while (*at_ >= '0') {
      value = value * 10 + (*at_++ - '0');
    }
    ++at_;
    return value;
  }
  /// A decimal of at most fifteen digits: whole numbers and one division, which rounds correctly.
  double real() {
    std::int64_t digits = 0;
    while (*at_ >= '0') {
      digits = digits * 10 + (*at_++ - '0');
    }
    int decimals = 0;
    if (*at_ == '.') {
      const char* point = at_++;
      while (*at_ >= '0') {
        digits = digits * 10 + (*at_++ - '0');
      }
      decimals = static_cast<int>(at_ - point) - 1;
    }
    ++at_;
    return static_cast<double>(digits) / kPowers[decimals];
  }
  /// Seconds with up to nine decimals, in nanoseconds.
  std::int64_t time() {
    std::int64_t value = 0;
    while (*at_ >= '0') {
      value = value * 10 + (*at_++ - '0');
    }
    int decimals = 0;
    if (*at_ == '.') {
      const char* point = at_++;
      while (*at_ >= '0') {
        value = value * 10 + (*at_++ - '0');
      }
      decimals = static_cast<int>(at_ - point) - 1;
    }
    ++at_;
    return value * kUnits[decimals];
  }

 private:
  static constexpr std::size_t kPage = 4096;
  static constexpr double kPowers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  static constexpr std::int64_t kUnits[] = {
      1'000'000'000, 100'000'000, 10'000'000, 1'000'000, 100'000, 10'000, 1'000, 100, 10, 1};
  const char* at_ = nullptr;
  const char* end_ = nullptr;
};

/// From keys to the numbers 0, 1, … in the order they appear; room for so many that nothing moves.
template <int kBits = 18>
class Numbers {
 public:
  std::uint32_t of(std::uint64_t key) {
    std::uint64_t at = (key * 0x9e3779b97f4a7c15ULL) >> (64 - kBits);
    while (places_[at].number != 0 && places_[at].key != key) {
      at = (at + 1) & ((std::uint64_t{1} << kBits) - 1);
    }
    if (places_[at].number == 0) {
      places_[at] = {key, ++size_};
    }
    return places_[at].number - 1;
  }
  [[nodiscard]] std::uint32_t size() const { return size_; }

 private:
  struct Place {
    std::uint64_t key;
    std::uint32_t number;
  };
  Place places_[std::size_t{1} << kBits];
  std::uint32_t size_ = 0;
};

/// What a stream did: how many values, and the last one.
inline void print(const char* stream, std::uint64_t count, double last) {
  std::printf("%s %llu %.17g\n", stream, static_cast<unsigned long long>(count), last);
}

}  // namespace limits
