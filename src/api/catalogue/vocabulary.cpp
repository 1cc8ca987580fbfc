#include <array>

#include "api/catalogue/sections.hpp"

namespace fairmon::api {
namespace {

struct Name {
  std::string_view name;
  std::string_view spelling;  ///< another one, or empty
  std::string_view summary;
};

constexpr std::array kTypes = {
    Name{"Bool", "", "true or false"},
    Name{"Int64", "Int", "a whole number; Int8, Int16, Int32, Int128 and Int256 exist too"},
    Name{"UInt64", "UInt", "a whole number that is not negative; other widths exist too"},
    Name{"Float64", "Float", "a real number; Float32 exists too"},
    Name{"Prob", "", "a probability: a real number from 0 to 1, checked when it arises"},
    Name{"Fixed64_32", "Fixed", "a decimal number; Fixed32_16, Fixed16_8 and UFixed… exist too"},
    Name{"String", "", "a text"},
    Name{"Bytes", "", "a sequence of bytes"},
    Name{"Time", "", "a moment in time"},
    Name{"Duration", "", "a stretch of time, also negative"},
};

constexpr std::array kUnits = {
    Name{"ns", "", "nanoseconds"},
    Name{"us", "μs", "microseconds"},
    Name{"ms", "", "milliseconds"},
    Name{"s", "", "seconds"},
    Name{"min", "", "minutes"},
    Name{"h", "", "hours"},
    Name{"d", "", "days of 24 hours"},
    Name{"w", "", "weeks"},
    Name{"y", "a", "years of 365 days"},
    Name{"uHz", "μHz", "millionths of a hertz"},
    Name{"mHz", "", "thousandths of a hertz"},
    Name{"Hz", "", "times a second"},
    Name{"kHz", "", "thousand times a second"},
    Name{"MHz", "", "million times a second"},
    Name{"GHz", "", "thousand million times a second"},
};

constexpr std::array kTags = {
    Name{"plot", "", "draws the stream in a panel of its own, or in the panel named by the value"},
    Name{"threshold", "", "draws dashed lines at the values, separated by commas"},
    Name{"title", "", "the heading of the stream's panel"},
    Name{"unit", "", "the unit written at the axis of the stream's panel"},
    Name{"range", "", "the numbers between which all values of an input lie, as in 0,100"},
    Name{"band", "", "draws the bounds of the stream at the level of the value"},
    Name{"level", "", "#![level=\"0.95\"]: the level of all statements without one of their own"},
    Name{"public", "", "shows the stream by default"},
    Name{"warning", "", "shows the stream among warnings"},
    Name{"violation", "", "shows the stream among violations"},
    Name{"verbosity", "", "shows the stream at the level named by the value"},
    Name{"debug", "", "always shows the stream, its spawns and closes too"},
    Name{"left_out", "", "the stream counts cases that the panel named by the value leaves out"},
    Name{"column", "", "of an input: the column it is read from"},
    Name{"missing", "", "of an input: further spellings of a missing value, separated by commas"},
    Name{"time", "", "of an input: its column holds the time, written as the value says"},
};

template <std::size_t size>
void add(std::vector<CatalogueEntry>& entries, CatalogueKind kind,
         const std::array<Name, size>& rows) {
  for (const Name& row : rows) {
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
