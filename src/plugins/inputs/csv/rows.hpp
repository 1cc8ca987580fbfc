#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fairmon::plugins::csv {

/// Some records of a block, split into fields but not yet decoded. Field f of row r lies between
/// separators `first[r] + f` and `first[r] + f + 1`; the one before the first field is the line
/// feed of the record before.
struct Rows {
  const char* text = nullptr;
  const std::uint32_t* separators = nullptr;
  const std::uint32_t* first = nullptr;
  std::size_t count = 0;
  std::size_t num_fields = 0;
  char quote = '"';
  bool quotes_seen = false;
  bool carriage_returns = false;  ///< lines end with CR LF

  [[nodiscard]] const char* begin(std::size_t row, std::size_t field) const {
    return text + static_cast<std::uint32_t>(separators[first[row] + field] + 1);
  }
  [[nodiscard]] const char* end(std::size_t row, std::size_t field) const {
    return text + separators[first[row] + field + 1];
  }
};

/// The content of a field without its quotes, pairs of quotes read as one, and without white space
/// around it. Uses `scratch` where characters have to go.
[[nodiscard]] std::string_view plain_field(std::string_view raw, char quote, bool quoting,
                                           std::string& scratch);

}  // namespace fairmon::plugins::csv
