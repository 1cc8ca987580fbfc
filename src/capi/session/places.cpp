#include "capi/session/places.hpp"

#include <bit>
#include <string_view>

namespace fairmon::capi {

namespace {

void append_rank_of_number(std::string& bytes, std::uint64_t number) {
  for (int shift = 56; shift >= 0; shift -= 8) {
    bytes += static_cast<char>((number >> shift) & 0xffU);
  }
}

constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;

void append_rank_of_double(std::string& bytes, double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number == 0.0 ? 0.0 : number);
  append_rank_of_number(bytes, (bits & kSign) != 0 ? ~bits : bits | kSign);
}

/// A text ends with two zeros, so that what follows it cannot be taken for a part of it.
void append_rank_of_text(std::string& bytes, std::string_view text) {
  for (const char c : text) {
    bytes += c;
    if (c == '\0') {
      bytes += '\xff';
    }
  }
  bytes.append(2, '\0');
}

}  // namespace

void Places::look_at(const VerdictBatch& batch, std::uint64_t before) {
  events_.clear();
  for (const std::uint32_t events : batch.cycle_events) {
    events_.push_back(static_cast<std::int64_t>(before + events) - 1);
  }
  for (const DeadlineMark& mark : batch.deadlines) {
    if (mark.cycle != DeadlineMark::kUnrecorded) {
      events_[mark.cycle] = kDeadline;
    }
  }
}

void append_rank(std::string& bytes, const Type& type, const Cell* cells,
                 const SymbolTable& symbols) {
  switch (type.kind()) {
    case TypeKind::Int:
    case TypeKind::Time:
    case TypeKind::Duration:
      append_rank_of_number(bytes, std::uint64_t{*cells} ^ kSign);
      return;
    case TypeKind::Float:
    case TypeKind::Prob:
      append_rank_of_double(bytes, cell_double(*cells));
      return;
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      append_rank_of_double(bytes, Decimal::unpack(*cells).to_double());
      return;
    case TypeKind::String:
    case TypeKind::Bytes:
      append_rank_of_text(bytes, symbols.text(static_cast<std::uint32_t>(*cells)));
      return;
    case TypeKind::Bool:
    case TypeKind::UInt:
    case TypeKind::Unknown:
      append_rank_of_number(bytes, *cells);
      return;
    case TypeKind::Optional:
      append_rank_of_number(bytes, *cells);
      if (*cells != 0) {
        append_rank(bytes, type.inner(), cells + 1, symbols);
      }
      return;
    case TypeKind::Tuple:
      for (const Type& part : type.parts()) {
        append_rank(bytes, part, cells, symbols);
        cells += part.num_cells();
      }
      return;
  }
}

PlaceColumns::PlaceColumns(std::vector<TableColumn>& table) : first_(table.size()) {
  table.emplace_back("event", "l");
  table.emplace_back("ns", "l");
  table.emplace_back("rank", "z");
}

void PlaceColumns::append(std::int64_t event, std::int64_t nanoseconds, std::string_view rank,
                          std::vector<TableColumn>& table) const {
  if (event == Places::kDeadline) {
    table[first_].append_null();
  } else {
    table[first_].append(event);
  }
  table[first_ + 1].append(nanoseconds);
  table[first_ + 2].append_text(rank);
}

}  // namespace fairmon::capi
