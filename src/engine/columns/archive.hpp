#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fairmon::engine {

/// Writes state as bytes. Writer and Reader have the same shape, so that one `transfer` function
/// per class describes both ways.
class ArchiveWriter {
 public:
  explicit ArchiveWriter(std::string& bytes) : bytes_(bytes) {}
  static constexpr bool kReading = false;
  [[nodiscard]] bool failed() const noexcept { return false; }

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(const T& item) {
    bytes_.append(reinterpret_cast<const char*>(&item), sizeof(T));
  }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(const std::vector<T>& items) {
    (*this)(static_cast<std::uint64_t>(items.size()));
    bytes_.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T));
  }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(const std::deque<T>& items) {
    (*this)(static_cast<std::uint64_t>(items.size()));
    for (const T& item : items) {
      (*this)(item);
    }
  }

 private:
  std::string& bytes_;
};

/// Takes state back. Past the end of the bytes everything reads as nothing and `failed` is true.
class ArchiveReader {
 public:
  explicit ArchiveReader(std::string_view bytes) : bytes_(bytes) {}
  static constexpr bool kReading = true;
  [[nodiscard]] bool failed() const noexcept { return failed_; }
  /// What was read makes no sense.
  void fail() noexcept { failed_ = true; }
  [[nodiscard]] bool at_end() const noexcept { return bytes_.empty(); }
  /// What has not been taken yet.
  [[nodiscard]] std::string_view rest() const noexcept { return bytes_; }

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(T& item) {
    if (!take(sizeof(T))) {
      return;
    }
    if constexpr (std::is_same_v<T, bool>) {
      item = *taken_ == 1;
      failed_ = failed_ || (*taken_ != 0 && *taken_ != 1);
    } else {
      std::memcpy(&item, taken_, sizeof(T));
    }
  }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(std::vector<T>& items) {
    const std::uint64_t size = length(sizeof(T));
    items.resize(size);
    if (size > 0 && take(size * sizeof(T))) {
      std::memcpy(items.data(), taken_, size * sizeof(T));
    }
  }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(std::deque<T>& items) {
    items.resize(length(sizeof(T)));
    for (T& item : items) {
      (*this)(item);
    }
  }

 private:
  /// A length that the remaining bytes can hold, else 0 and failure.
  std::uint64_t length(std::size_t item_size) {
    std::uint64_t size = 0;
    (*this)(size);
    if (size > bytes_.size() / item_size) {
      failed_ = true;
      return 0;
    }
    return size;
  }
  bool take(std::size_t size) {
    if (failed_ || size > bytes_.size()) {
      failed_ = true;
      return false;
    }
    taken_ = bytes_.data();
    bytes_.remove_prefix(size);
    return true;
  }

  std::string_view bytes_;
  const char* taken_ = nullptr;
  bool failed_ = false;
};

}  // namespace fairmon::engine
