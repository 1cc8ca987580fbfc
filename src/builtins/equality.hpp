#pragma once

#include <fairmon/value.hpp>

/// When two values are the same: what `==` says and what makes two instances one.
namespace fairmon::builtins {

/// Structural equality of two values of one type: numbers compare as numbers (-0.0 equals 0.0, 1.5
/// equals 1.50), absent optionals equal each other.
[[nodiscard]] bool equal_cells(const Type& type, const Cell* a, const Cell* b) noexcept;

/// True if equal values of the type always have equal cells.
[[nodiscard]] bool equal_means_identical(const Type& type) noexcept;

/// Rewrites a value so that equal values have equal cells: no -0.0, no trailing zeros of decimals.
/// Parameters of instances are kept in this form.
void make_canonical(const Type& type, Cell* cells) noexcept;

}  // namespace fairmon::builtins
