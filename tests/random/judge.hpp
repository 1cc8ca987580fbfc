#pragma once

#include <cstdint>
#include <string>

#include "random/model.hpp"

namespace fairmon::random_cases {

enum class Judgement : std::uint8_t {
  Equal,
  Refused,    ///< the specification does not compile; nothing to compare
  Different,  ///< two ways of running it disagree
  Broken,     ///< something failed inside
};

struct Finding {
  Judgement judgement = Judgement::Equal;
  std::string detail;
};

/// Runs a case on the reference engine and on the fast one, with passes on and off, in batches of
/// several sizes and with a saved and restored state, and compares the verdicts.
[[nodiscard]] Finding judge(const RandomCase& item);

/// The case as a suite with the verdicts of the reference engine.
[[nodiscard]] std::string as_suite(const RandomCase& item, const std::string& title,
                                   const std::string& why);

}  // namespace fairmon::random_cases
