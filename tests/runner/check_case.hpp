#pragma once

#include <string>
#include <vector>

#include "runner/matrix.hpp"
#include "runner/suite.hpp"

namespace fairmon::runner {

/// What came of a case.
struct Outcome {
  enum class Kind : std::uint8_t { Passed, Failed, Skipped };
  Kind kind = Kind::Passed;
  std::string report;  ///< why it failed or was skipped
  /// What the blocks should hold according to this build, where they do not.
  std::vector<Replacement> updates;
};

/// Runs one case in every given configuration.
[[nodiscard]] Outcome check_case(const Case& item, const std::vector<Configuration>& matrix);

}  // namespace fairmon::runner
