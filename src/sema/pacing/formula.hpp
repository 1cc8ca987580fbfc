#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::sema::pacing {

/// A positive Boolean formula over inputs in disjunctive form: any of the terms, each a set of
/// inputs that must all arrive. Terms are minimal; `always()` has the one term without inputs.
class Formula {
 public:
  using Term = std::vector<std::uint32_t>;

  Formula() = default;
  [[nodiscard]] static Formula always() { return Formula({Term{}}); }
  [[nodiscard]] static Formula input(std::uint32_t index) { return Formula({Term{index}}); }

  /// Nothing if the result has too many terms to work with.
  [[nodiscard]] static std::optional<Formula> both(const Formula& a, const Formula& b);
  [[nodiscard]] static std::optional<Formula> either(const Formula& a, const Formula& b);

  /// Whether `other` holds whenever this does.
  [[nodiscard]] bool implies(const Formula& other) const;
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  [[nodiscard]] ir::Activation activation() const;

  friend bool operator==(const Formula&, const Formula&) = default;

 private:
  explicit Formula(std::vector<Term> terms);
  std::vector<Term> terms_;
};

}  // namespace fairmon::sema::pacing
