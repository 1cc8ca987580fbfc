#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

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
    size_ = static_cast<std::size_t>(facts.st_size);
    const void* mapped = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    at_ = static_cast<const char*>(mapped);
    end_ = at_ + size_;
    skip_line();
  }
  [[nodiscard]] bool more() const { return at_ < end_; }
  void skip_line() {
    while (at_ < end_ && *at_ != '\n') {
      ++at_;
    }
    ++at_;
  }
  std::string_view text() {
    const char* begin = at_;
    while (*at_ != ',' && *at_ != '\n') {
      ++at_;
    }
    return {begin, static_cast<std::size_t>(at_++ - begin)};
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
  double real() {
    double value = 0;
    at_ = std::from_chars(at_, end_, value).ptr + 1;
    return value;
  }
  /// Seconds with any number of decimals, in nanoseconds.
  std::int64_t time() {
    std::int64_t value = 0;
    while (*at_ >= '0') {
      value = value * 10 + (*at_++ - '0');
    }
    std::int64_t unit = kSecond;
    value *= unit;
    if (*at_ == '.') {
      for (++at_; *at_ >= '0'; ++at_) {
        unit /= 10;
        value += unit * (*at_ - '0');
      }
    }
    ++at_;
    return value;
  }

 private:
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::size_t size_ = 0;
};

/// What a stream did: how many values, and the last one.
inline void print(const char* stream, std::uint64_t count, double last) {
  std::printf("%s %llu %.17g\n", stream, static_cast<unsigned long long>(count), last);
}

}  // namespace limits
