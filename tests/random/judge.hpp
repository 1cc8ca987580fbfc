#pragma once

#include <fairmon/spec.hpp>

#include <cstdint>
#include <optional>
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

/// Runs cases on the reference engine and on the fast one, with passes on and off, in batches of
/// several sizes and with a saved and restored state, and compares the verdicts. Cases that follow
/// each other with the same specification are compiled once.
class Judge {
 public:
  /// With a turn only two of the ways to run it, others for the next turn.
  [[nodiscard]] Finding operator()(const RandomCase& item,
                                   std::optional<std::uint64_t> turn = std::nullopt);

 private:
  Finding compare(const RandomCase& item, std::optional<std::uint64_t> turn);
  void prepare(const Model& model);

  std::string text_;
  std::optional<Spec> plain_;
  std::optional<Spec> optimised_;
  std::string refusal_;
};

/// The case as a suite with the verdicts of the reference engine.
[[nodiscard]] std::string as_suite(const RandomCase& item, const std::string& title,
                                   const std::string& why);

}  // namespace fairmon::random_cases
