#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace fairmon {

/// Which numbers of a table somebody still holds; filled before `SymbolTable::collect`.
class SymbolMarks {
 public:
  explicit SymbolMarks(std::uint32_t size) : bits_((std::size_t{size} + 63) / 64) {}
  /// Takes any cell: what is no number of the table is ignored.
  void add(std::uint64_t cell) noexcept {
    if (cell / 64 < bits_.size()) {
      bits_[static_cast<std::size_t>(cell / 64)] |= std::uint64_t{1} << (cell % 64);
    }
  }
  [[nodiscard]] bool has(std::uint32_t symbol) const noexcept {
    return symbol / 64 < bits_.size() && (bits_[symbol / 64] >> (symbol % 64) & 1U) != 0;
  }

 private:
  std::vector<std::uint64_t> bits_;
};

/// Gives every distinct text a small number, once. One table serves a whole run: the source interns
/// what it reads, the monitor compares numbers, sinks print texts. `intern` may be called from
/// several threads; `text` never blocks. Number 0 is the empty text.
///
/// Texts that nobody holds any more can be taken out, and their numbers are then given to others.
/// While texts are on their way between threads nobody can list them, so time is cut into epochs:
/// `intern` notes the current one with the text, also if it was there before. Once everything that
/// was interned before some epoch has arrived where its holders can be asked, `collect` takes out
/// what is older than that epoch and not marked. Whoever keeps numbers for texts aside (caches)
/// forgets them when the epoch changes.
class SymbolTable {
 public:
  SymbolTable();
  ~SymbolTable();
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;

  [[nodiscard]] std::uint32_t intern(std::string_view text);
  /// The number of a text if it was seen before, else kMissing.
  [[nodiscard]] std::uint32_t find(std::string_view text) const;
  /// Empty for a number that stands for nothing.
  [[nodiscard]] std::string_view text(std::uint32_t symbol) const noexcept;
  /// All numbers are below this.
  [[nodiscard]] std::uint32_t size() const noexcept;
  /// The first number from this one on that stands for a text; kMissing behind the last.
  [[nodiscard]] std::uint32_t next(std::uint32_t from) const noexcept;
  /// How many texts there are.
  [[nodiscard]] std::uint32_t num_texts() const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  [[nodiscard]] std::uint32_t epoch() const noexcept;
  void begin_epoch() noexcept;
  /// What is there now stays for good: constants, texts of a filter.
  void pin();
  /// Takes out the texts that were last interned before the epoch and are not alive.
  void collect(const SymbolMarks& alive, std::uint32_t before_epoch);
  /// Gives texts the numbers they had in another table. False, and the table is of no use, if a
  /// number stands for another text already or a text has another number.
  [[nodiscard]] bool restore(
      const std::vector<std::pair<std::uint32_t, std::string_view>>& numbered);

  static constexpr std::uint32_t kMissing = 0xffff'ffffU;

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace fairmon
