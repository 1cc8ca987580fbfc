#include <array>

#include "api/catalogue/sections.hpp"

namespace fairmon::api {
namespace {

struct Row {
  std::string_view name;
  std::string_view spelling;  ///< another one, or empty
  std::string_view summary;
};

constexpr std::array kTypes = {
    Row{"Bool", "", "true or false"},
    Row{"Int64", "Int", "a whole number; Int8, Int16, Int32, Int128 and Int256 exist too"},
    Row{"UInt64", "UInt", "a whole number that is not negative; other widths exist too"},
    Row{"Float64", "Float", "a real number; Float32 exists too"},
    Row{"Prob", "", "a probability: a real number from 0 to 1, checked when it arises"},
    Row{"Fixed64_32", "Fixed", "a decimal number; Fixed32_16, Fixed16_8 and UFixed… exist too"},
    Row{"String", "", "a text"},
    Row{"Bytes", "", "a sequence of bytes"},
    Row{"Time", "", "a moment in time"},
    Row{"Duration", "", "a stretch of time, also negative"},
};

constexpr std::array kUnits = {
    Row{"ns", "", "nanoseconds"},
    Row{"us", "μs", "microseconds"},
    Row{"ms", "", "milliseconds"},
    Row{"s", "", "seconds"},
    Row{"min", "", "minutes"},
    Row{"h", "", "hours"},
    Row{"d", "", "days of 24 hours"},
    Row{"w", "", "weeks"},
    Row{"y", "a", "years of 365 days"},
    Row{"uHz", "μHz", "millionths of a hertz"},
    Row{"mHz", "", "thousandths of a hertz"},
    Row{"Hz", "", "times a second"},
    Row{"kHz", "", "thousand times a second"},
    Row{"MHz", "", "million times a second"},
    Row{"GHz", "", "thousand million times a second"},
};

constexpr std::array kTags = {
    Row{"plot", "", "draws the stream in a panel of its own, or in the panel named by the value"},
    Row{"threshold", "", "draws dashed lines at the values, separated by commas"},
    Row{"title", "", "the heading of the stream's panel"},
    Row{"unit", "", "the unit written at the axis of the stream's panel"},
    Row{"public", "", "shows the stream by default"},
    Row{"warning", "", "shows the stream among warnings"},
    Row{"violation", "", "shows the stream among violations"},
    Row{"verbosity", "", "shows the stream at the level named by the value"},
    Row{"debug", "", "always shows the stream, its spawns and closes too"},
};

template <std::size_t size>
void add(std::vector<CatalogueEntry>& entries, CatalogueKind kind,
         const std::array<Row, size>& rows) {
  for (const Row& row : rows) {
    CatalogueEntry entry;
    entry.kind = kind;
    entry.name = row.name;
    if (!row.spelling.empty()) {
      entry.spellings = {std::string(row.spelling)};
    }
    entry.summary = row.summary;
    entry.snippet = row.name;
    entries.push_back(std::move(entry));
  }
}

}  // namespace

void add_tags_types_and_units(std::vector<CatalogueEntry>& entries) {
  add(entries, CatalogueKind::Type, kTypes);
  add(entries, CatalogueKind::Unit, kUnits);
  add(entries, CatalogueKind::Tag, kTags);
}

}  // namespace fairmon::api
