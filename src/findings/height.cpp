#include <fairmon/readings.hpp>

#include <limits>

namespace fairmon {

double height_of(const Type& type, const Cell* cells) {
  constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
  switch (type.kind()) {
    case TypeKind::Bool:
      return *cells == 0 ? 0.0 : 1.0;
    case TypeKind::Int:
      return static_cast<double>(cell_int(*cells));
    case TypeKind::UInt:
      return static_cast<double>(*cells);
    case TypeKind::Float:
    case TypeKind::Prob:
      return cell_double(*cells);
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      return Decimal::unpack(*cells).to_double();
    case TypeKind::Time:
    case TypeKind::Duration:
      return static_cast<double>(cell_int(*cells)) / 1e9;
    case TypeKind::Optional:
      return *cells == 0 ? kGap : height_of(type.inner(), cells + 1);
    case TypeKind::String:
    case TypeKind::Bytes:
    case TypeKind::Tuple:
    case TypeKind::Unknown:
      return kGap;
  }
  return kGap;
}

}  // namespace fairmon
