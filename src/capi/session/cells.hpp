#pragma once

#include <fairmon/c.h>
#include <fairmon/event.hpp>
#include <fairmon/result.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace fairmon::capi {

/// Numbers of texts. Those seen lately are found without asking the table, which takes a lock.
class TextCache {
 public:
  explicit TextCache(SymbolTable& symbols) : symbols_(symbols) {}

  /// The number of a text, or SymbolTable::kMissing if it has to be UTF-8 and is not.
  [[nodiscard]] std::uint32_t symbol_of(std::string_view text, bool utf8) {
    Entry& entry = entries_[place_of(text)];
    if (entry.text == text && entry.utf8 >= utf8 && entry.text.data() != nullptr) {
      return entry.symbol;
    }
    return remember(entry, text, utf8);
  }
  [[nodiscard]] SymbolTable& symbols() noexcept { return symbols_; }
  /// Numbers may stand for other texts from now on.
  void forget() noexcept {
    entries_.fill({});
    ++generation_;
  }
  /// Changes whenever numbers kept elsewhere have to be forgotten, too.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

 private:
  struct Entry {
    std::string_view text;  ///< in the table, where it stays
    std::uint32_t symbol = 0;
    bool utf8 = false;
  };
  static constexpr std::size_t kPlaces = 1024;
  [[nodiscard]] static std::size_t place_of(std::string_view text) noexcept;
  std::uint32_t remember(Entry& entry, std::string_view text, bool utf8);

  SymbolTable& symbols_;
  std::array<Entry, kPlaces> entries_{};
  std::uint64_t generation_ = 0;
};

/// The cell of a value for an input of the type. A value that is absent, not a number, or one of
/// the spellings of a missing value gives nothing. The error says what was expected.
[[nodiscard]] Result<std::optional<Cell>, std::string> cell_of_value(
    const InputSchema::Input& input, const fairmon_value& value, TextCache& texts);

}  // namespace fairmon::capi
