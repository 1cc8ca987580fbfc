#pragma once

#include <fairmon/value.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::plugins::inputs {

/// What the texts of one column became lately. Columns of dumps hold few different texts at a
/// time, and turning them into values costs more than finding them again.
class FieldMemory {
 public:
  FieldMemory() : entries_(kPlaces) {}

  /// `quoted`: the text has doubled quotes, and thereby another meaning.
  [[nodiscard]] const Cell* find(std::string_view text, bool quoted) const {
    const Entry& entry = entries_[place_of(text)];
    return entry.quoted == quoted && entry.text == text ? &entry.cell : nullptr;
  }
  /// Empty texts are not remembered: a place without a text is empty.
  void put(std::string_view text, bool quoted, Cell cell) {
    Entry& entry = entries_[place_of(text)];
    entry.text.assign(text);
    entry.quoted = quoted;
    entry.cell = cell;
  }
  void clear() { entries_.assign(kPlaces, Entry()); }

 private:
  struct Entry {
    std::string text;
    Cell cell = 0;
    bool quoted = false;
  };
  static constexpr unsigned kPlaceBits = 9;
  static constexpr std::size_t kPlaces = std::size_t{1} << kPlaceBits;

  /// Looks at both ends: codes differ at theirs, times of one day in their last letters.
  [[nodiscard]] static std::size_t place_of(std::string_view text) {
    std::uint64_t head = 0;
    std::uint64_t tail = 0;
    const std::size_t taken = std::min(text.size(), sizeof head);
    std::memcpy(&head, text.data(), taken);
    std::memcpy(&tail, text.data() + text.size() - taken, taken);
    const std::uint64_t mixed =
        (head * 0x9E37'79B9'7F4A'7C15U ^ tail ^ text.size()) * 0xD6E8'FEB8'6659'FD93U;
    return static_cast<std::size_t>(mixed >> (64U - kPlaceBits));
  }

  std::vector<Entry> entries_;
};

}  // namespace fairmon::plugins::inputs
