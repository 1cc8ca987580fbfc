#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/packing.hpp"

namespace fairmon::findings {

/// Takes a packed text off the front; nothing if the bytes end before it does.
inline std::optional<std::string> take_section(std::string_view& bytes) {
  std::string section = support::Unpacker(bytes).text();
  const std::size_t size = sizeof(std::uint64_t) + section.size();
  if (bytes.size() < size) {
    return std::nullopt;
  }
  bytes.remove_prefix(size);
  return section;
}

/// Cells as they lie in memory: keys of tables, and what is saved of an instance.
inline std::string_view bytes_of(const Cell* cells, std::size_t count) {
  return {reinterpret_cast<const char*>(cells), count * sizeof(Cell)};
}

inline std::vector<Cell> cells_of(std::string_view bytes) {
  std::vector<Cell> cells(bytes.size() / sizeof(Cell));
  bytes.copy(reinterpret_cast<char*>(cells.data()), cells.size() * sizeof(Cell));
  return cells;
}

}  // namespace fairmon::findings
