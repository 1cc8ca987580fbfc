#include "pipeline/verdicts/compare_cells.hpp"

namespace fairmon::pipeline {

namespace {

template <typename T>
int three_way(const T& a, const T& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

}  // namespace

int compare_cells(const Type& type, const Cell* a, const Cell* b, const SymbolTable& symbols) {
  switch (type.kind()) {
    case TypeKind::Int:
    case TypeKind::Time:
    case TypeKind::Duration:
      return three_way(cell_int(*a), cell_int(*b));
    case TypeKind::Float:
    case TypeKind::Prob:
      return three_way(cell_double(*a), cell_double(*b));
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      return three_way(Decimal::unpack(*a).to_double(), Decimal::unpack(*b).to_double());
    case TypeKind::String:
    case TypeKind::Bytes:
      return *a == *b ? 0
                      : three_way(symbols.text(static_cast<std::uint32_t>(*a)),
                                  symbols.text(static_cast<std::uint32_t>(*b)));
    case TypeKind::Bool:
    case TypeKind::UInt:
    case TypeKind::Unknown:
      return three_way(*a, *b);
    case TypeKind::Optional:
      if (*a != *b || *a == 0) {
        return three_way(*a, *b);
      }
      return compare_cells(type.inner(), a + 1, b + 1, symbols);
    case TypeKind::Tuple:
      for (const Type& part : type.parts()) {
        if (const int order = compare_cells(part, a, b, symbols); order != 0) {
          return order;
        }
        a += part.num_cells();
        b += part.num_cells();
      }
      return 0;
  }
  return 0;
}

}  // namespace fairmon::pipeline
