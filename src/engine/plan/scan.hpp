#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/plan/plan.hpp"

namespace fairmon::engine {

/// A clause that reads its own previous value, split in two: everything else is computed as
/// columns, and only what depends on the previous value is left for a pass over the rows.
class Scan {
 public:
  /// Nothing if the clause does not have that form.
  [[nodiscard]] static std::optional<Scan> make(const Plan& plan, std::uint32_t stream);

  /// Expressions to be evaluated as columns beforehand.
  [[nodiscard]] const std::vector<ir::ExprId>& columns() const noexcept { return columns_; }
  /// The clause's value in a row, given the columns and the previous value (null: there is none).
  [[nodiscard]] Cell value(const Cell* const* columns, std::uint32_t row, const Cell* previous,
                           builtins::Evaluation& evaluation) const {
    return value_of(root_, columns, row, previous, evaluation);
  }
  /// `previous ⊕ column` or `column ⊕ previous`, the usual counters and sums.
  struct Simple {
    builtins::ScalarBody body = nullptr;
    std::uint32_t initial = 0;  ///< column used when there is no previous value
    std::uint32_t operand = 0;
    bool previous_first = true;
    bool integer_add = false;
  };
  [[nodiscard]] const std::optional<Simple>& simple() const noexcept { return simple_; }
  /// The function whose failure is reported, and where it stands.
  [[nodiscard]] const ir::Expr* failed() const noexcept { return failed_; }

 private:
  enum class Kind : std::uint8_t { Column, Previous, Apply, If };
  struct Node {
    Kind kind = Kind::Column;
    std::uint32_t column = 0;
    const ir::Expr* expr = nullptr;
    std::vector<std::uint32_t> operands;
  };

  std::optional<std::uint32_t> build(const Plan& plan, std::uint32_t stream, ir::ExprId id,
                                     bool lazy);
  std::optional<std::uint32_t> column(const Plan& plan, ir::ExprId id, bool lazy);
  void recognise_simple();
  Cell value_of(std::uint32_t node, const Cell* const* columns, std::uint32_t row,
                const Cell* previous, builtins::Evaluation& evaluation) const;

  std::vector<Node> nodes_;
  std::vector<ir::ExprId> columns_;
  std::uint32_t root_ = 0;
  std::optional<Simple> simple_;
  mutable const ir::Expr* failed_ = nullptr;
};

}  // namespace fairmon::engine
