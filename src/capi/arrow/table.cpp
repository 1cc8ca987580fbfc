#include "capi/arrow/table.hpp"

#include <bit>
#include <limits>

namespace fairmon::capi {

void TableColumn::note(bool valid) {
  if (length_ % 8 == 0) {
    validity_.push_back(0);
  }
  if (valid) {
    validity_.back() = static_cast<std::uint8_t>(validity_.back() | 1U << (length_ % 8));
  } else {
    ++num_nulls_;
  }
  ++length_;
}

void TableColumn::append_null() {
  values_.push_back(holds_text() ? bytes_.size() : 0);
  note(false);
}

void TableColumn::append(std::int64_t value) {
  values_.push_back(std::bit_cast<std::uint64_t>(value));
  note(true);
}

void TableColumn::append(double value) {
  values_.push_back(std::bit_cast<std::uint64_t>(value));
  note(true);
}

void TableColumn::append(const std::optional<double>& value) {
  if (value) {
    append(*value);
  } else {
    append_null();
  }
}

void TableColumn::append_text(std::string_view text) {
  bytes_ += text;
  values_.push_back(bytes_.size());
  note(true);
}

void TableColumn::pack_bools() {
  bits_.assign((values_.size() + 7) / 8, 0);
  for (std::size_t row = 0; row < values_.size(); ++row) {
    bits_[row / 8] = static_cast<std::uint8_t>(bits_[row / 8] | values_[row] << (row % 8));
  }
}

void TableColumn::pack_offsets() {
  values_.insert(values_.begin(), 0);
  if (bytes_.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    format_ = format_ == "u" ? "U" : "Z";
    return;
  }
  offsets_.reserve(values_.size());
  for (const std::uint64_t end : values_) {
    offsets_.push_back(static_cast<std::int32_t>(end));
  }
  values_.clear();
  values_.shrink_to_fit();
}

void TableColumn::seal() {
  if (format_ == "b") {
    pack_bools();
  } else if (holds_text()) {
    pack_offsets();
  }
}

std::vector<const void*> TableColumn::buffers() const {
  // Readers expect a buffer, however empty.
  static constexpr std::uint64_t kNothing = 0;
  const void* validity = num_nulls_ == 0 ? nullptr : validity_.data();
  const auto filled = [](const void* data) { return data == nullptr ? &kNothing : data; };
  if (format_ == "b") {
    return {validity, filled(bits_.data())};
  }
  if (!offsets_.empty()) {
    return {validity, offsets_.data(), filled(bytes_.data())};
  }
  if (format_ == "U" || format_ == "Z") {
    return {validity, values_.data(), filled(bytes_.data())};
  }
  return {validity, filled(values_.data())};
}

namespace {

std::string format_of(const Type& type) {
  switch (type.kind()) {
    case TypeKind::Bool:
      return "b";
    case TypeKind::Int:
      return "l";
    case TypeKind::UInt:
      return "L";
    case TypeKind::Float:
    case TypeKind::Prob:
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      return "g";
    case TypeKind::Bytes:
      return "z";
    case TypeKind::Time:
      return "tsn:UTC";
    case TypeKind::Duration:
      return "tDn";
    case TypeKind::String:
    case TypeKind::Tuple:
    case TypeKind::Optional:
    case TypeKind::Unknown:
      break;
  }
  return "u";
}

}  // namespace

ValueColumns::ValueColumns(const std::string& name, const Type& type,
                           std::vector<TableColumn>& table)
    : type_(type), first_(table.size()) {
  make(name, type, table);
}

void ValueColumns::make(const std::string& name, const Type& type,
                        std::vector<TableColumn>& table) {
  if (type.is(TypeKind::Optional)) {
    make(name, type.inner(), table);
  } else if (type.is(TypeKind::Tuple)) {
    for (std::size_t i = 0; i < type.parts().size(); ++i) {
      make(name + "_" + std::to_string(i), type.parts()[i], table);
    }
  } else {
    table.emplace_back(name, format_of(type));
  }
}

void ValueColumns::append(const Cell* cells, const SymbolTable& symbols,
                          std::vector<TableColumn>& table) const {
  put(type_, cells, true, first_, symbols, table);
}

/// Returns the place of the next column.
std::size_t ValueColumns::put(const Type& type, const Cell* cells, bool present, std::size_t place,
                              const SymbolTable& symbols, std::vector<TableColumn>& table) const {
  if (type.is(TypeKind::Optional)) {
    return put(type.inner(), cells + 1, present && cells[0] != 0, place, symbols, table);
  }
  if (type.is(TypeKind::Tuple)) {
    for (const Type& part : type.parts()) {
      place = put(part, cells, present, place, symbols, table);
      cells += part.num_cells();
    }
    return place;
  }
  TableColumn& column = table[place];
  if (!present) {
    column.append_null();
  } else if (type.is(TypeKind::String) || type.is(TypeKind::Bytes)) {
    column.append_text(symbols.text(static_cast<std::uint32_t>(cells[0])));
  } else if (type.is_decimal()) {
    column.append(Decimal::unpack(cells[0]).to_double());
  } else {
    column.append(cell_int(cells[0]));
  }
  return place + 1;
}

TimeColumn::TimeColumn(std::string name, std::optional<Timestamp> start,
                       std::vector<TableColumn>& table)
    : start_(start), place_(table.size()) {
  table.emplace_back(std::move(name), start ? "tsn:UTC" : "g");
}

void TimeColumn::append(std::int64_t nanoseconds, std::vector<TableColumn>& table) const {
  if (start_) {
    table[place_].append(start_->ns + nanoseconds);
  } else {
    table[place_].append(static_cast<double>(nanoseconds) / 1e9);
  }
}

}  // namespace fairmon::capi
