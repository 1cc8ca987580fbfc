#include <array>

#include "api/catalogue/parts.hpp"

namespace fairmon::api {

namespace {

struct Word {
  CatalogueKind kind;
  std::string_view name;
  std::string_view summary;
  std::string_view snippet;
};

using K = CatalogueKind;
constexpr std::array kWords = {
    Word{K::Type, "Bool", "true or false", ""},
    Word{K::Type, "Int64", "whole number; also Int8, Int16, Int32", ""},
    Word{K::Type, "UInt64", "whole number that is not negative; also UInt8, UInt16, UInt32", ""},
    Word{K::Type, "Float64", "real number", ""},
    Word{K::Type, "Prob", "real number between 0 and 1, checked", ""},
    Word{K::Type, "String", "text", ""},
    Word{K::Type, "Bytes", "bytes, written in hexadecimal", ""},
    Word{K::Type, "Fixed64", "decimal number; also Fixed32, Fixed16, UFixed64", ""},
    Word{K::Type, "Time", "point in time", ""},
    Word{K::Type, "Duration", "length of time", ""},
    Word{K::Unit, "ns", "nanosecond", ""},
    Word{K::Unit, "us", "microsecond", ""},
    Word{K::Unit, "ms", "millisecond", ""},
    Word{K::Unit, "s", "second", ""},
    Word{K::Unit, "min", "minute", ""},
    Word{K::Unit, "h", "hour", ""},
    Word{K::Unit, "d", "day of 24 hours", ""},
    Word{K::Unit, "w", "week", ""},
    Word{K::Unit, "a", "year of 365 days", ""},
    Word{K::Unit, "y", "year of 365 days", ""},
    Word{K::Unit, "uHz", "once in 1,000,000 seconds", ""},
    Word{K::Unit, "mHz", "once in 1,000 seconds", ""},
    Word{K::Unit, "Hz", "once a second", ""},
    Word{K::Unit, "kHz", "1,000 times a second", ""},
    Word{K::Unit, "MHz", "1,000,000 times a second", ""},
    Word{K::Unit, "GHz", "1,000,000,000 times a second", ""},
    Word{K::Keyword, "input", "declares what the data bring", "input ${1:name} : ${2:Float64}"},
    Word{K::Keyword, "output", "declares a stream that is computed",
         "output ${1:name} := ${2:expression}"},
    Word{K::Keyword, "trigger", "reports when a condition holds",
         "trigger ${1:condition} \"${2:message}\""},
    Word{K::Keyword, "constant", "names a value", "constant ${1:name} : ${2:Float64} := ${3:0.1}"},
    Word{K::Keyword, "import", "names a module; all of them are always there", "import ${1:math}"},
    Word{K::Keyword, "use", "puts a metric of the library here", "use ${1:metric}(${2:arguments})"},
    Word{K::Keyword, "spawn", "when an instance begins to live, and with which parameters",
         "spawn when ${1:condition} with ${2:value}"},
    Word{K::Keyword, "eval", "when a stream has a value, and which",
         "eval when ${1:condition} with ${2:value}"},
    Word{K::Keyword, "close", "when an instance ends", "close when ${1:condition}"},
    Word{K::Keyword, "when", "condition of a clause", "when ${1:condition}"},
    Word{K::Keyword, "with", "value of a clause", "with ${1:value}"},
    Word{K::Keyword, "if", "chooses between two values",
         "if ${1:condition} then ${2:value} else ${3:value}"},
    Word{K::Tag, "plot", "draws the stream in a panel; `#[plot=\"id\"]` puts it into panel id",
         "#[plot]"},
    Word{K::Tag, "threshold", "draws a dashed line; several values are separated by commas",
         "#[threshold=\"${1:0.1}\"]"},
    Word{K::Tag, "title", "heading of the panel", "#[title=\"${1:text}\"]"},
    Word{K::Tag, "unit", "unit written at the axis", "#[unit=\"${1:days}\"]"},
    Word{K::Tag, "public", "shown at the usual verbosity", "#[public]"},
    Word{K::Tag, "warning", "shown as a warning", "#[warning]"},
    Word{K::Tag, "violation", "shown even when only violations are", "#[violation]"},
    Word{K::Tag, "debug", "always shown, with spawns and closes", "#[debug]"},
    Word{K::Tag, "verbosity", "level from which on the stream is shown",
         "#[verbosity=\"${1:public}\"]"},
};

}  // namespace

void add_words(std::vector<CatalogueEntry>& entries) {
  for (const Word& word : kWords) {
    CatalogueEntry entry;
    entry.kind = word.kind;
    entry.name = std::string(word.name);
    entry.summary = std::string(word.summary);
    entry.snippet = std::string(word.snippet);
    entries.push_back(std::move(entry));
  }
}

}  // namespace fairmon::api
