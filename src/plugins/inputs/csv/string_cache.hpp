#pragma once

#include <fairmon/symbols.hpp>

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace fairmon::plugins::csv {

/// Remembers the numbers of texts seen lately in one column, so that most fields need no look
/// into the shared table. Holds texts of up to 16 bytes, one per place.
class StringCache {
 public:
  static constexpr std::uint32_t kMiss = SymbolTable::kMissing;
  static constexpr std::size_t kLongest = 16;

  struct Key {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t size = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };

  StringCache() : entries_(kPlaces) {}

  /// Key of a text of 1 to 16 bytes that has 16 readable bytes before its end.
  [[nodiscard]] static Key key_of(const char* end, std::size_t size) {
    Key key;
    key.size = size;
    std::memcpy(&key.high, end - 8, 8);
    if (size < 8) {
      key.high &= ~std::uint64_t{0} << (64 - 8 * size);
      return key;
    }
    std::memcpy(&key.low, end - 16, 8);
    key.low = size == 8 ? 0 : key.low & (~std::uint64_t{0} << (128 - 8 * size));
    return key;
  }

  [[nodiscard]] std::uint32_t find(const Key& key) const {
    const Entry& entry = entries_[place_of(key)];
    return entry.key == key ? entry.symbol : kMiss;
  }
  void put(const Key& key, std::uint32_t symbol) { entries_[place_of(key)] = {key, symbol}; }
  /// Numbers of an earlier epoch may stand for other texts by now; see SymbolTable.
  void enter_epoch(std::uint32_t epoch) {
    if (epoch_ != epoch) {
      epoch_ = epoch;
      entries_.assign(kPlaces, Entry{});
    }
  }

 private:
  struct Entry {
    Key key;
    std::uint32_t symbol = kMiss;
  };
  static constexpr unsigned kPlaceBits = 9;
  static constexpr std::size_t kPlaces = std::size_t{1} << kPlaceBits;

  [[nodiscard]] static std::size_t place_of(const Key& key) {
    const std::uint64_t mixed =
        (key.high ^ (key.low * 0x9e37'79b9'7f4a'7c15ULL) ^ key.size) * 0xd6e8'feb8'6659'fd93ULL;
    return static_cast<std::size_t>(mixed >> (64 - kPlaceBits));
  }

  std::vector<Entry> entries_;
  std::uint32_t epoch_ = 0;
};

}  // namespace fairmon::plugins::csv
