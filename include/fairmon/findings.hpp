#pragma once

#include <fairmon/spec.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fairmon {

/// Compiles with more streams after all others, for those who tell people what a run found: how
/// many trials and hits stand behind the values of plotted and public outputs, and whether each
/// trigger's condition holds (StreamInfo::tells). Verdicts of the other streams stay as they are.
[[nodiscard]] Compiled compile_with_findings(const SourceFile& source,
                                             const CompileOptions& options = {});

/// How a number compares the instances of one stream.
enum class GroupComparison : std::uint8_t {
  None,
  Difference,  ///< the largest value minus the smallest
  Ratio,       ///< the smallest value divided by the largest
};

/// What a trigger asks of a run, as far as its condition says so in a usual way: a number beyond a
/// threshold, and where the number comes from.
struct Requirement {
  std::uint32_t trigger = 0;  ///< index into Spec::streams()
  std::string condition;      ///< as written, metrics written out; empty: always
  /// The output whose value is compared with a number; nothing if the condition is of another form.
  std::optional<std::uint32_t> measure;
  std::string formula;  ///< of the measure, as written
  double threshold = 0.0;
  bool above = true;      ///< violated above the threshold, else below it
  bool or_equal = false;  ///< violated at the threshold, too
  /// The condition has parts that are no condition of the measure itself.
  bool further_conditions = false;
  std::optional<double> level;  ///< the comparison stands inside `certain(…, level: …)`

  GroupComparison comparison = GroupComparison::None;
  /// The output whose instances are compared; nothing if nothing is compared.
  std::optional<std::uint32_t> rates;
  bool filtered = false;      ///< only those that satisfy a condition are
  std::string rates_formula;  ///< its clauses, as written
  /// An event can be a trial of one instance only: its parameters are what the event says.
  bool exclusive = false;
  /// The output that counts trials, where an instance is judged from some number on.
  std::optional<std::uint32_t> support;
  double min_support = 0.0;

  [[nodiscard]] bool violated(double value, double limit) const noexcept {
    return above ? (or_equal ? value >= limit : value > limit)
                 : (or_equal ? value <= limit : value < limit);
  }
};

/// One per trigger, in their order.
[[nodiscard]] std::vector<Requirement> requirements(const Spec& spec);

/// The declaration of a stream as written, metrics written out; empty for triggers and for what
/// nobody wrote.
[[nodiscard]] std::string definition_of(const Spec& spec, std::uint32_t stream);

}  // namespace fairmon
