#include <array>

#include "api/catalogue/parts.hpp"

namespace fairmon::api {

namespace {

struct Form {
  std::string_view name;
  std::string_view signature;
  std::string_view summary;
  std::string_view snippet;
};

constexpr std::array kForms = {
    Form{"offset", "s.offset(by: -n), s[-n] → T?", "the n-th previous value of a stream",
         "offset(by: -${1:1})"},
    Form{"last", "s.last(or: d) → T", "the previous value, or d at the beginning",
         "last(or: ${1:0})"},
    Form{"delta", "delta(s, or: d) → T", "the change since the previous value",
         "delta(${1:s}, or: ${2:0})"},
    Form{"hold", "s.hold(or: d) → T, s.hold() → T?", "the latest value, whenever it came",
         "hold(or: ${1:0})"},
    Form{"get", "s.get(or: d) → T, s.get() → T?", "the value of this very moment, if there is one",
         "get(or: ${1:0})"},
    Form{"is_fresh", "s.is_fresh() → Bool", "whether the stream has a value at this very moment",
         "is_fresh()"},
    Form{"aggregate",
         "s.aggregate(over: d, using: f), over_exactly, over_discrete, over_exactly_discrete, "
         "over_instances",
         "summarises the values of a window, or of all instances",
         "aggregate(over: ${1:60s}, using: ${2:count})"},
    Form{"exists", "s.exists(over: d) → Bool", "whether the stream produced a value in the last d",
         "exists(over: ${1:60s})"},
    Form{"defaults", "e.defaults(to: d) → T", "d where the value is absent",
         "defaults(to: ${1:0.0})"},
    Form{"prob", "e.prob(given: c, over: d, prior: p, confidence: k) → Prob",
         "how often a Boolean expression was true, among the moments at which c held",
         "prob(given: ${1:condition})"},
    Form{"prob (evaluations)", "prob(of: e, given: c, over: d, prior: p, confidence: k) → Prob",
         "the same over the evaluations of the clause it stands in",
         "prob(of: ${1:event}, given: ${2:condition})"},
    Form{"prob (instances)", "s.prob(of: (p, v) => …, given: (p, v) => …) → Prob",
         "the share of living instances whose latest value satisfies a condition",
         "prob(of: (${1:id}, ${2:v}) => ${3:v > 6})"},
};

}  // namespace

void add_constructs(std::vector<CatalogueEntry>& entries) {
  for (const Form& form : kForms) {
    CatalogueEntry entry;
    entry.kind = CatalogueKind::Construct;
    entry.name = std::string(form.name);
    entry.signatures.emplace_back(form.signature);
    entry.summary = std::string(form.summary);
    entry.snippet = std::string(form.snippet);
    entries.push_back(std::move(entry));
  }
}

}  // namespace fairmon::api
