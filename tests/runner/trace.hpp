#pragma once

#include <fairmon/event.hpp>
#include <fairmon/result.hpp>
#include <fairmon/spec.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::runner {

/// A `trace` block bound to the inputs of a specification.
struct Trace {
  struct Row {
    Timestamp time;
    std::vector<std::optional<Cell>> cells;  ///< per input
  };
  std::vector<Row> rows;
};

/// The error names the line of the block and what is wrong there.
[[nodiscard]] Result<Trace, std::string> parse_trace(std::string_view text, const Spec& spec,
                                                     SymbolTable& symbols);

/// Fields of one CSV line, quotes removed.
[[nodiscard]] std::vector<std::string> split_fields(std::string_view line);

}  // namespace fairmon::runner
