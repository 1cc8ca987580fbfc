#pragma once

#include <fairmon/findings.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "api/front.hpp"

namespace fairmon::api {

/// Reads what triggers ask out of a tree and its facts.
class RequirementReader {
 public:
  RequirementReader(const Front& front, std::uint32_t num_inputs);

  [[nodiscard]] std::vector<Requirement> read() const;
  [[nodiscard]] std::string definition(std::uint32_t stream) const;

 private:
  /// A comparison of a stream with a number.
  struct Limit {
    syntax::OutputId stream;
    double threshold = 0.0;
    bool above = true;
    bool or_equal = false;
    std::optional<double> level;
  };
  /// The largest or the smallest value of all instances of a stream.
  struct Extreme {
    syntax::OutputId of;
    bool largest = false;
    bool filtered = false;
  };

  [[nodiscard]] Requirement requirement(syntax::OutputId trigger) const;
  void read_measure(const Limit& limit, Requirement& requirement) const;
  [[nodiscard]] bool compares_groups(const Limit& limit) const;
  void read_rates(syntax::OutputId rates, Requirement& requirement) const;
  [[nodiscard]] std::optional<Limit> limit_in(syntax::ExprId condition, int depth = 0) const;
  [[nodiscard]] std::optional<Limit> comparison_in(syntax::ExprId comparison) const;
  [[nodiscard]] std::optional<Extreme> extreme_in(syntax::ExprId id, int depth = 0) const;
  /// The stream whose current or latest value an expression is.
  [[nodiscard]] std::optional<syntax::OutputId> stream_in(syntax::ExprId id) const;
  [[nodiscard]] std::optional<double> number_in(syntax::ExprId id) const;
  [[nodiscard]] std::vector<syntax::ExprId> conjuncts(syntax::ExprId condition) const;
  /// Without parentheses, conversions and `defaults`.
  [[nodiscard]] syntax::ExprId core(syntax::ExprId id) const;
  [[nodiscard]] const sema::ConstructUse* construct(syntax::ExprId id) const;
  [[nodiscard]] std::string text(syntax::ExprId id) const;
  [[nodiscard]] std::string clause_text(const syntax::EvalDecl& eval) const;
  [[nodiscard]] bool chooses_instance(const syntax::OutputDecl& output) const;

  const Front& front_;
  std::uint32_t num_inputs_;
  std::vector<syntax::OutputId> order_;
  std::map<std::uint32_t, std::uint32_t> stream_of_;  ///< by position in the table of outputs
};

}  // namespace fairmon::api
