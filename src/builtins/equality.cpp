#include "builtins/equality.hpp"

#include <algorithm>

#include "builtins/decimal.hpp"

namespace fairmon::builtins {

bool equal_cells(const Type& type, const Cell* a, const Cell* b) noexcept {
  if (type.is_real()) {
    return cell_double(*a) == cell_double(*b);
  }
  if (type.is_decimal()) {
    return compare(Decimal::unpack(*a), Decimal::unpack(*b)) == 0;
  }
  if (type.is(TypeKind::Optional)) {
    return *a == *b && (*a == 0 || equal_cells(type.inner(), a + 1, b + 1));
  }
  if (type.is(TypeKind::Tuple)) {
    for (const Type& part : type.parts()) {
      if (!equal_cells(part, a, b)) {
        return false;
      }
      a += part.num_cells();
      b += part.num_cells();
    }
    return true;
  }
  return *a == *b;
}

bool equal_means_identical(const Type& type) noexcept {
  if (type.is(TypeKind::Optional) || type.is(TypeKind::Tuple)) {
    return std::all_of(type.parts().begin(), type.parts().end(), equal_means_identical);
  }
  return !type.is_real() && !type.is_decimal();
}

void make_canonical(const Type& type, Cell* cells) noexcept {
  if (type.is_real()) {
    *cells = cell_of(cell_double(*cells) + 0.0);
  } else if (type.is_decimal()) {
    *cells = normalise(Decimal::unpack(*cells)).pack();
  } else if (type.is(TypeKind::Optional)) {
    make_canonical(type.inner(), cells + 1);
  } else if (type.is(TypeKind::Tuple)) {
    for (const Type& part : type.parts()) {
      make_canonical(part, cells);
      cells += part.num_cells();
    }
  }
}

}  // namespace fairmon::builtins
