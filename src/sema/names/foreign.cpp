#include "sema/names/foreign.hpp"

#include <array>

namespace fairmon::sema::names {
namespace {

struct Foreign {
  WordKind kind;
  std::string_view word;
  std::array<std::string_view, 2> ours;  ///< empty: there is no single word for it
  std::string_view help;
};

constexpr std::string_view kAbsent =
    "an absent value has no name: `.defaults(to: …)` says what to use instead, `.is_fresh()` asks "
    "whether there is one";

constexpr Foreign kForeignWords[] = {
    {WordKind::Name, "True", {"true"}, ""},
    {WordKind::Name, "TRUE", {"true"}, ""},
    {WordKind::Name, "False", {"false"}, ""},
    {WordKind::Name, "FALSE", {"false"}, ""},
    {WordKind::Name, "None", {}, kAbsent},
    {WordKind::Name, "null", {}, kAbsent},
    {WordKind::Name, "NULL", {}, kAbsent},
    {WordKind::Name, "nil", {}, kAbsent},
    {WordKind::Name, "NaN", {}, kAbsent},
    {WordKind::Name, "nan", {}, kAbsent},
    {WordKind::Name, "NA", {}, kAbsent},
    {WordKind::Name, "now", {"now()"}, ""},
    {WordKind::Function, "log", {"ln", "log10"}, "`ln` is the natural logarithm"},
    {WordKind::Function, "log2", {}, "write `ln(x) / ln(2.0)`"},
    {WordKind::Function, "power", {"pow"}, ""},
    {WordKind::Function, "floor", {}, "`round(x, 0)` rounds to the nearest; `to_…` cut durations"},
    {WordKind::Function, "ceil", {}, "`round(x, 0)` rounds to the nearest"},
    {WordKind::Function, "asin", {"arcsin"}, ""},
    {WordKind::Function, "acos", {"arccos"}, ""},
    {WordKind::Function, "atan", {"arctan"}, ""},
    {WordKind::Function, "contains", {}, "`matches(text, regex: \"…\")` searches in a text"},
    {WordKind::Function, "concat", {}, "`format(\"{{}}{{}}\", x, y)` puts texts together"},
    {WordKind::Function, "str", {}, "`format(\"{{}}\", x)` makes a text of a value"},
    {WordKind::Function, "float", {}, "`cast<Int64, Float64>(x)` names both types"},
    {WordKind::Function, "int", {}, "`cast<Float64, Int64>(x)` names both types"},
    {WordKind::Function, "mean", {"avg"}, ""},
    {WordKind::Function, "std", {"sd"}, ""},
    {WordKind::Function, "stddev", {"sd"}, ""},
    {WordKind::Function, "total", {"sum"}, ""},
    {WordKind::Function, "latest", {"hold"}, ""},
    {WordKind::Function, "default", {"defaults"}, ""},
    {WordKind::Function, "or_else", {"defaults"}, ""},
    {WordKind::Aggregation, "mean", {"avg"}, ""},
    {WordKind::Aggregation, "std", {"standard_deviation"}, ""},
    {WordKind::Aggregation, "stddev", {"standard_deviation"}, ""},
    {WordKind::Aggregation, "stdev", {"standard_deviation"}, ""},
    {WordKind::Aggregation, "total", {"sum"}, ""},
    {WordKind::Aggregation, "any", {"exists"}, ""},
    {WordKind::Aggregation, "every", {"forall"}, ""},
    {WordKind::Aggregation, "all", {"forall"}, ""},
    {WordKind::Aggregation, "length", {"count"}, ""},
    {WordKind::Aggregation, "size", {"count"}, ""},
    {WordKind::Aggregation, "rate", {"true_ratio"}, ""},
    {WordKind::Aggregation, "minimum", {"min"}, ""},
    {WordKind::Aggregation, "maximum", {"max"}, ""},
    {WordKind::Aggregation, "percentile", {}, "the number belongs to the name: `pctl95`"},
    {WordKind::Aggregation, "quantile", {}, "the number belongs to the name: `pctl95`"},
};

}  // namespace

bool explain_foreign(diag::Report& report, WordKind kind, std::string_view word, Span place) {
  for (const Foreign& one : kForeignWords) {
    if (one.kind != kind || one.word != word) {
      continue;
    }
    for (const std::string_view ours : one.ours) {
      if (!ours.empty()) {
        report.fix("write `" + std::string(ours) + "`", {{place, std::string(ours)}});
      }
    }
    if (!one.help.empty()) {
      report.help(std::string(one.help));
    }
    return true;
  }
  return false;
}

}  // namespace fairmon::sema::names
