#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::dsa {

/// Splits lines of a dump. One physical line is one record. Old files write `\"` where a quote
/// belongs; a line that does not come out right is split again by that rule.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t num_columns) : num_columns_(num_columns) {}

  /// False if the line has another number of fields under either rule.
  bool split(std::string_view line);
  /// Field as it stands, quotes taken off; doubled quotes are undone on demand by `text`.
  [[nodiscard]] std::string_view raw(std::size_t column) const { return fields_[column].content; }
  [[nodiscard]] std::string_view text(std::size_t column);
  [[nodiscard]] bool has_quotes(std::size_t column) const { return fields_[column].has_quotes; }

 private:
  struct FieldPlace {
    std::string_view content;
    bool has_quotes = false;
  };
  bool split_with(std::string_view line, bool backslash_keeps_quote);

  std::size_t num_columns_;
  std::vector<FieldPlace> fields_;
  std::string unquoted_;
};

/// `["A","B"]` as `A__B`, the form the API has beside the list.
void append_joined_codes(std::string& out, std::string_view json_list);

}  // namespace fairmon::dsa
