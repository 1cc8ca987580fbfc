#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace fairmon::support {

// Numbers and texts one behind the other in a string, for states that are kept in files.

inline void pack(std::string& out, std::uint64_t number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof bytes);
  out.append(bytes, sizeof bytes);
}

inline void pack(std::string& out, std::string_view text) {
  pack(out, std::uint64_t{text.size()});
  out += text;
}

inline void pack_signed(std::string& out, std::int64_t number) {
  pack(out, std::bit_cast<std::uint64_t>(number));
}

inline void pack_real(std::string& out, double number) {
  pack(out, std::bit_cast<std::uint64_t>(number));
}

/// Takes values off the front; after the first that is not there all are empty.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    if (bytes_.size() < sizeof value) {
      good_ = false;
      return 0;
    }
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  std::int64_t signed_number() { return std::bit_cast<std::int64_t>(number()); }
  double real() { return std::bit_cast<double>(number()); }
  bool flag() {
    const std::uint64_t value = number();
    good_ = good_ && value <= 1;
    return value == 1;
  }
  std::string text() {
    const std::uint64_t size = number();
    if (size > bytes_.size()) {
      good_ = false;
      return {};
    }
    std::string value(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return value;
  }
  /// A count of things of at least eight bytes each.
  std::uint64_t count() {
    const std::uint64_t value = number();
    good_ = good_ && value <= bytes_.size() / sizeof value;
    return good_ ? value : 0;
  }
  /// Everything was there, and nothing is left.
  [[nodiscard]] bool complete() const { return good_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool good_ = true;
};

}  // namespace fairmon::support
