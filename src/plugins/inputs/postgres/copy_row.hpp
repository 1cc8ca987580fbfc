#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::plugins::postgres {

/// Takes rows apart that PostgreSQL's `COPY … TO STDOUT` wrote as texts.
class CopyRow {
 public:
  /// The fields of a row; nothing where one is null. Good as long as `row` and until the next call.
  const std::vector<std::optional<std::string_view>>& split(std::string_view row);

 private:
  std::vector<std::optional<std::string_view>> fields_;
  std::string plain_;  ///< of rows with escaped characters
};

}  // namespace fairmon::plugins::postgres
