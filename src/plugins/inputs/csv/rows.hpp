#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fairmon::plugins::csv {

/// Some records of a block, one behind the other, split into fields but not yet decoded. All have
/// the same number of fields; between two fields there is one separator, and before the first
/// field of a row the line feed of the record before.
struct Rows {
  const char* text = nullptr;
  const std::uint32_t* separators = nullptr;
  std::size_t first = 0;  ///< number of the separator before the first row
  std::size_t count = 0;
  std::size_t num_fields = 0;
  char quote = '"';
  bool quotes_seen = false;
  bool carriage_returns = false;  ///< lines may end with CR LF

  [[nodiscard]] const char* begin(std::size_t row, std::size_t field) const {
    return text + static_cast<std::uint32_t>(separators[first + row * num_fields + field] + 1);
  }
  [[nodiscard]] const char* end(std::size_t row, std::size_t field) const {
    return text + separators[first + row * num_fields + field + 1];
  }
  /// A carriage return behind the field may belong to the end of the line.
  [[nodiscard]] bool ends_with_return(std::size_t field) const {
    return carriage_returns && field + 1 == num_fields;
  }
};

}  // namespace fairmon::plugins::csv
