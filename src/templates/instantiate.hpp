#pragma once

#include <fairmon/source.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "templates/metric.hpp"

namespace fairmon::templates {

/// A stretch of generated text. `origin` is set where the user wrote it.
struct Piece {
  std::string text;
  std::optional<Span> origin;
};

using Pieces = std::vector<Piece>;

/// What the user gave for a parameter. A key has one part per component.
struct MetricArgument {
  std::vector<Pieces> parts;
  bool atomic = true;  ///< needs no parentheses next to an operator
  /// Per part of a key: it may be a text that says that the label is missing.
  std::vector<bool> may_be_missing = {};
};

struct MetricCall {
  const Metric* metric = nullptr;
  std::string name;  ///< prefix of the streams
  std::map<std::string, MetricArgument, std::less<>> arguments;
  /// Activation condition used where a comparison has no pacing of its own: `race && hired`.
  std::string inferred_pacing;
  /// Inputs that a trial needs besides its group, joined by `&&`, and those that only the group
  /// needs: a trial without one of these has no label.
  std::string trial_inputs;
  std::vector<std::string> label_inputs;
};

/// The streams a metric stands for, as text. Arguments must have been checked.
[[nodiscard]] Pieces instantiate(const MetricCall& call);

[[nodiscard]] std::string text_of(const Pieces& pieces);

}  // namespace fairmon::templates
