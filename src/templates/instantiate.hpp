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
};

struct MetricCall {
  const Metric* metric = nullptr;
  std::string name;  ///< prefix of the streams
  std::map<std::string, MetricArgument, std::less<>> arguments;
  /// Activation condition used where a comparison has no pacing of its own: `race && hired`.
  std::string inferred_pacing;
};

/// The streams a metric stands for, as text. Arguments must have been checked.
[[nodiscard]] Pieces instantiate(const MetricCall& call);

[[nodiscard]] std::string text_of(const Pieces& pieces);

}  // namespace fairmon::templates
