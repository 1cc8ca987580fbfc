#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace fairmon {

/// Gives every distinct text a small number, once. One table serves a whole run: the source interns
/// what it reads, the monitor compares numbers, sinks print texts. `intern` may be called from
/// several threads; `text` never blocks. Number 0 is the empty text.
class SymbolTable {
 public:
  SymbolTable();
  ~SymbolTable();
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;

  [[nodiscard]] std::uint32_t intern(std::string_view text);
  /// The number of a text if it was seen before, else kMissing.
  [[nodiscard]] std::uint32_t find(std::string_view text) const;
  [[nodiscard]] std::string_view text(std::uint32_t symbol) const noexcept;
  [[nodiscard]] std::uint32_t size() const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  static constexpr std::uint32_t kMissing = 0xffff'ffffU;

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace fairmon
