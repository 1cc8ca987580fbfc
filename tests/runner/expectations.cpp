#include "runner/expectations.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "runner/suite.hpp"

namespace fairmon::runner {
namespace {

constexpr std::array<std::pair<std::string_view, Severity>, 3> kMarks = {{
    {"// error:", Severity::Error},
    {"// warning:", Severity::Warning},
    {"// info:", Severity::Information},
}};

/// The text between two characters, or nothing if they are not both there.
std::string between(std::string_view text, char open, char close) {
  const std::size_t first = text.find(open);
  const std::size_t last = text.rfind(close);
  if (first == std::string_view::npos || last == std::string_view::npos || last <= first) {
    return {};
  }
  return std::string(text.substr(first + 1, last - first - 1));
}

std::optional<Expectation> read_mark(std::string_view line, std::size_t& place) {
  for (const auto& [mark, severity] : kMarks) {
    place = line.find(mark);
    if (place == std::string_view::npos) {
      continue;
    }
    const std::string_view rest = line.substr(place + mark.size());
    const std::size_t quote = std::min(rest.find('"'), rest.size());
    return Expectation{severity, between(rest.substr(0, quote), '[', ']'),
                       between(rest.substr(quote), '"', '"'), 0};
  }
  return std::nullopt;
}

std::uint32_t line_of(const Diagnostic& diagnostic, const Diagnostics& diagnostics) {
  const Span span = diagnostic.primary_span();
  return span.file < diagnostics.files().size()
             ? diagnostics.files()[span.file].locate(span.begin).line
             : 0;
}

bool meets(const Diagnostic& diagnostic, const Expectation& wanted, std::uint32_t line) {
  return diagnostic.severity == wanted.severity && line == wanted.line &&
         (wanted.id.empty() || diagnostic.id == wanted.id) &&
         diagnostic.message.find(wanted.text) != std::string::npos;
}

std::string describe(const Expectation& wanted) {
  return "    nothing on line " + std::to_string(wanted.line) + " meets [" + wanted.id + "] \"" +
         wanted.text + "\"\n";
}

}  // namespace

std::vector<Expectation> find_expectations(std::string_view specification) {
  std::vector<Expectation> found;
  std::uint32_t number = 0;
  std::uint32_t last_code_line = 0;
  for (const std::string& line : split_lines(specification)) {
    ++number;
    std::size_t place = 0;
    std::optional<Expectation> wanted = read_mark(line, place);
    const bool alone = wanted && line.find_first_not_of(' ') == place;
    if (!alone) {
      last_code_line = number;
    }
    if (wanted) {
      wanted->line = last_code_line;
      found.push_back(*std::move(wanted));
    }
  }
  return found;
}

std::string check_expectations(const std::vector<Expectation>& expectations,
                               const Diagnostics& diagnostics, bool block_given) {
  std::string trouble;
  std::vector<bool> met(expectations.size(), false);
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    const std::uint32_t line = line_of(diagnostic, diagnostics);
    bool expected = false;
    for (std::size_t i = 0; i < expectations.size(); ++i) {
      if (meets(diagnostic, expectations[i], line)) {
        met[i] = true;
        expected = true;
      }
    }
    if (!expected && !block_given && diagnostic.severity == Severity::Error) {
      trouble += "    unexpected error on line " + std::to_string(line) + ": [" + diagnostic.id +
                 "] " + diagnostic.message + "\n";
    }
  }
  for (std::size_t i = 0; i < expectations.size(); ++i) {
    trouble += met[i] ? std::string() : describe(expectations[i]);
  }
  return trouble;
}

}  // namespace fairmon::runner
