#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sema/context.hpp"

namespace fairmon::sema::pacing {

/// A condition as a conjunction of clauses, each a disjunction of expressions that are compared by
/// their shape. Empty: always true.
struct Condition {
  using Clause = std::vector<std::uint32_t>;  ///< sorted
  std::vector<Clause> clauses;
  std::uint32_t whole = 0;  ///< the shape of the whole condition
  friend bool operator==(const Condition&, const Condition&) = default;
};

/// Whether `b` follows from `a` by looking at their parts only.
[[nodiscard]] bool implies(const Condition& a, const Condition& b);

/// Numbers expressions so that two have the same number iff they say the same. A parameter counts
/// as what its stream is spawned with, so that streams spawned alike can be compared.
class Shapes {
 public:
  explicit Shapes(const Context& context);

  [[nodiscard]] std::uint32_t of(ExprId id, std::uint32_t output);
  [[nodiscard]] std::uint32_t of_parameter(std::uint32_t output, std::uint32_t index);
  [[nodiscard]] Condition condition(ExprId id, std::uint32_t output);
  /// Any of several conditions; always true if one of them is missing.
  [[nodiscard]] Condition any_condition(const std::vector<ExprId>& ids, std::uint32_t output);

 private:
  std::uint32_t number(std::string key);
  void add_clauses(ExprId id, std::uint32_t output, Condition& result);
  void add_alternatives(ExprId id, std::uint32_t output, Condition::Clause& clause);

  const Context& context_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::uint32_t> spawning_;  ///< outputs whose spawn clause is being looked at
};

}  // namespace fairmon::sema::pacing
