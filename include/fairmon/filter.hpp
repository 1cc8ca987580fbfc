#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace fairmon {

class Spec;

enum class FilterKind : std::uint8_t {
  True,  ///< every event
  Test,  ///< `input` compared with `constant`
  And,
  Or,
};

enum class FilterTest : std::uint8_t {
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
};

/// A condition on one event. A Test fails if the input is absent.
struct Filter {
  FilterKind kind = FilterKind::True;
  std::string input;
  FilterTest test = FilterTest::Equal;
  Value constant;
  std::vector<Filter> parts;

  /// `platform_name == "Instagram" && (content_language == "DE" || content_language == "EN")`
  [[nodiscard]] std::string to_string() const;
};

/// A stream on whose account events cannot be left out, and why.
struct FilterBlocker {
  std::string stream;
  std::string reason;
};

/// What a source may leave out without changing any verdict: events that do not satisfy
/// `condition`, and inputs not listed in `needed_inputs`.
struct DerivedFilter {
  Filter condition;
  std::vector<std::string> needed_inputs;
  std::vector<FilterBlocker> blockers;
  /// The condition if it were not for the blockers, so that one sees what they cost.
  Filter without_blockers;
};

/// Derives the filter of a specification. Sound by construction: an event that could influence any
/// stream satisfies the condition. Clocks go on without the events left out; so that the run does
/// not end early either, a source reports EventSource::last_time.
[[nodiscard]] DerivedFilter derive_filter(const Spec& spec);

}  // namespace fairmon
