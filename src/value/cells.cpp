#include <fairmon/symbols.hpp>
#include <fairmon/value.hpp>

#include "support/check.hpp"

namespace fairmon {

namespace {

Value tuple_from_cells(const Type& type, const Cell* cells, const SymbolTable& symbols) {
  Value::Tuple parts;
  parts.reserve(type.parts().size());
  for (const Type& part : type.parts()) {
    parts.push_back(value_from_cells(part, cells, symbols));
    cells += part.num_cells();
  }
  return parts;
}

std::string copy_text(Cell cell, const SymbolTable& symbols) {
  return std::string(symbols.text(static_cast<std::uint32_t>(cell)));
}

}  // namespace

Value value_from_cells(const Type& type, const Cell* cells, const SymbolTable& symbols) {
  switch (type.kind()) {
    case TypeKind::Unknown:
      return {};
    case TypeKind::Bool:
      return cells[0] != 0;
    case TypeKind::Int:
      return cell_int(cells[0]);
    case TypeKind::UInt:
      return cells[0];
    case TypeKind::Float:
    case TypeKind::Prob:
      return cell_double(cells[0]);
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      return Decimal::unpack(cells[0]);
    case TypeKind::String:
      return copy_text(cells[0], symbols);
    case TypeKind::Bytes:
      return Bytes{copy_text(cells[0], symbols)};
    case TypeKind::Time:
      return Timestamp{cell_int(cells[0])};
    case TypeKind::Duration:
      return fairmon::Duration{cell_int(cells[0])};
    case TypeKind::Tuple:
      return tuple_from_cells(type, cells, symbols);
    case TypeKind::Optional:
      return cells[0] == 0 ? Value() : value_from_cells(type.inner(), cells + 1, symbols);
  }
  return {};
}

void value_to_cells(const Type& type, const Value& value, Cell* cells, SymbolTable& symbols) {
  switch (type.kind()) {
    case TypeKind::Unknown:
      FAIRMON_CHECK(false, "a value of unknown type");
      return;
    case TypeKind::Bool:
      cells[0] = cell_of(value.as<bool>());
      return;
    case TypeKind::Int:
      cells[0] = cell_of(value.as<std::int64_t>());
      return;
    case TypeKind::UInt:
      cells[0] = value.as<std::uint64_t>();
      return;
    case TypeKind::Float:
    case TypeKind::Prob:
      cells[0] = cell_of(value.as<double>());
      return;
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      cells[0] = value.as<Decimal>().pack();
      return;
    case TypeKind::String:
      cells[0] = symbols.intern(value.as<std::string>());
      return;
    case TypeKind::Bytes:
      cells[0] = symbols.intern(value.as<Bytes>().data);
      return;
    case TypeKind::Time:
      cells[0] = cell_of(value.as<Timestamp>().ns);
      return;
    case TypeKind::Duration:
      cells[0] = cell_of(value.as<fairmon::Duration>().ns);
      return;
    case TypeKind::Tuple: {
      const auto& parts = value.as<Value::Tuple>();
      FAIRMON_CHECK(parts.size() == type.parts().size(), "a tuple of another length");
      for (std::size_t i = 0; i < parts.size(); ++i) {
        value_to_cells(type.parts()[i], parts[i], cells, symbols);
        cells += type.parts()[i].num_cells();
      }
      return;
    }
    case TypeKind::Optional:
      cells[0] = cell_of(!value.absent());
      if (value.absent()) {
        for (std::uint32_t i = 1; i < type.num_cells(); ++i) {
          cells[i] = 0;
        }
      } else {
        value_to_cells(type.inner(), value, cells + 1, symbols);
      }
      return;
  }
}

}  // namespace fairmon
