#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::plugins::csv {

/// The characters that give a CSV file its structure.
struct Dialect {
  char delimiter = ',';
  char quote = '"';
  bool quoting = true;  ///< false: quotes are ordinary characters
};

/// Finds delimiter and quote from the first lines of a file; comma and `"` when nothing speaks for
/// others.
[[nodiscard]] Dialect detect_dialect(std::string_view sample);

/// The character that an option names: itself, or `tab`.
[[nodiscard]] std::optional<char> named_character(std::string_view text);

/// The names in a list such as `time,group,hired`.
[[nodiscard]] std::vector<std::string> named_columns(const std::string& list,
                                                     std::optional<char> delimiter);

/// The content of a field without its quotes, pairs of quotes read as one, and without white space
/// around it. Uses `scratch` where characters have to go.
[[nodiscard]] std::string_view plain_field(std::string_view raw, char quote, bool quoting,
                                           std::string& scratch);

/// Splits one record (without its line end) into plain fields.
[[nodiscard]] std::vector<std::string> split_record(std::string_view record,
                                                    const Dialect& dialect);

}  // namespace fairmon::plugins::csv
