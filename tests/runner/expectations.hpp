#pragma once

#include <fairmon/diagnostic.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fairmon::runner {

/// `// error: [id] "part of the message"` in a specification: a diagnostic expected on that line,
/// or on the line above if the comment has its line to itself. Id and text may each be left out.
struct Expectation {
  Severity severity = Severity::Error;
  std::string id;
  std::string text;
  std::uint32_t line = 0;
};

[[nodiscard]] std::vector<Expectation> find_expectations(std::string_view specification);

/// What is wrong: expectations that nothing meets, and errors that nobody expected. Empty if all is
/// well. With `block_given` a `diagnostics` block covers the errors.
[[nodiscard]] std::string check_expectations(const std::vector<Expectation>& expectations,
                                             const Diagnostics& diagnostics, bool block_given);

}  // namespace fairmon::runner
