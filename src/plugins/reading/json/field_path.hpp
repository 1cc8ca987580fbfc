#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fairmon::plugins {

/// A step into a JSON value: a member's name or an element's number.
using PathStep = std::variant<std::string, std::size_t>;

/// Reads `a.b[0].c`; a name with special characters is written `["a.b"]`. The error says what is
/// wrong with it.
[[nodiscard]] Result<std::vector<PathStep>, std::string> parse_path(std::string_view text);

/// The fields wanted from a record as a tree, so that one walk over the record finds them all.
struct PathTree {
  std::map<std::string, std::unique_ptr<PathTree>, std::less<>> members;
  std::map<std::size_t, std::unique_ptr<PathTree>> elements;
  std::vector<std::size_t> fields;  ///< numbers of the fields that end here

  void add(const std::vector<PathStep>& path, std::size_t field);
};

}  // namespace fairmon::plugins
