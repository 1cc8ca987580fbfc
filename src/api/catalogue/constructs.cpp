#include <array>

#include "api/catalogue/sections.hpp"

namespace fairmon::api {
namespace {

struct Construct {
  std::string_view name;
  std::vector<std::string> signatures;
  std::string_view summary;
  std::string_view documentation;
  std::string_view example;
  std::string_view snippet;
};

std::vector<Construct> accesses() {
  return {
      {"hold",
       {"s.hold() → T?", "s.hold(or: T) → T"},
       "the latest value of a stream",
       "Has no pacing of its own: a periodic stream can read an event-based one this way. Before "
       "the first value it is absent, or the default.",
       "output latest @1s := score.hold(or: 0)",
       "hold(or: ${1:0})"},
      {"get",
       {"s.get() → T?", "s.get(or: T) → T"},
       "the value of this cycle, if there is one",
       "Absent, or the default, in cycles in which the stream has no new value.",
       "output both @a || b := a.get(or: 0) + b.get(or: 0)",
       "get(or: ${1:0})"},
      {"is_fresh",
       {"s.is_fresh() → Bool"},
       "does the stream have a value in this cycle?",
       "",
       "output new @a || b := a.is_fresh()",
       "is_fresh()"},
      {"offset",
       {"s.offset(by: -n) → T?", "s.offset(by: -n, or: T) → T", "s[-n] → T?"},
       "the n-th previous value",
       "Counts values that were produced, not time. `by: 0` is the present value.",
       "output change := a - a.offset(by: -1, or: 0)",
       "offset(by: -${1:1}, or: ${2:0})"},
      {"last",
       {"s.last(or: T) → T"},
       "the previous value, or a default",
       "The same as `offset(by: -1, or: …)`. A stream may read its own last value.",
       "output total := total.last(or: 0) + a",
       "last(or: ${1:0})"},
      {"delta",
       {"delta(s, or: T) → T"},
       "the change since the previous value",
       "The same as `s - s.last(or: …)`.",
       "output change := delta(a, or: 0)",
       "delta(${1:s}, or: ${2:0})"},
      {"defaults",
       {"e.defaults(to: T) → T"},
       "a value in place of an absent one",
       "Windows without values, offsets before the first value and the like are absent.",
       "output mean @1s := a.aggregate(over: 10s, using: avg).defaults(to: 0.0)",
       "defaults(to: ${1:0})"},
      {"exists",
       {"s.exists(over: duration) → Bool"},
       "has the stream had a value lately?",
       "True if it produced a value in the time (t − d, t]. Works in every pacing and needs "
       "constant "
       "memory.",
       "output alive @1s := a.exists(over: 10s)",
       "exists(over: ${1:10s})"},
  };
}

std::vector<Construct> windows() {
  return {
      {"aggregate",
       {"s.aggregate(over: duration, using: f)", "s.aggregate(over_exactly: duration, using: f)",
        "s.aggregate(over_discrete: n, using: f)",
        "s.aggregate(over_exactly_discrete: n, using: f)",
        "s.aggregate(over_instances: all, using: f)"},
       "summarises many values: of a stretch of time, of the last n, or of all instances",
       "`over` takes the values in (t − d, t], `over_discrete` the last n, `over_instances` the "
       "latest "
       "value of every living instance of a parameterised stream; `all(where: i => …)` selects "
       "some "
       "of them, `fresh` those with a value in this cycle. The `exactly` forms are absent until "
       "the "
       "window is full.",
       "output mean @1s := a.aggregate(over: 10s, using: avg).defaults(to: 0.0)",
       "aggregate(over: ${1:10s}, using: ${2:avg})"},
      {"prob",
       {"e.prob(given: c, over: d, prior: p, confidence: k) → Prob",
        "prob(of: e, given: c, over: d, prior: p, confidence: k) → Prob",
        "s.prob(of: λ, given: μ, prior: p, confidence: k) → Prob"},
       "the probability of an event, as the share of the trials in which it happened",
       "All arguments but `of` may be left out, in any order. `e.prob(…)` counts what a Boolean "
       "expression does; `prob(of: …)` counts the evaluations of the clause it stands in; on a "
       "parameterised stream it counts living instances. With `prior` and `confidence` the value "
       "is "
       "(N + p·k) / (D + k). Without trials it is 0.0, or what `.defaults(to: …)` says.",
       "trigger abs(hired.prob(given: female) - hired.prob(given: !female)) > 0.1",
       "prob(given: ${1:condition})"},
      {"all",
       {"over_instances: all", "over_instances: all(where: (p, q) => condition)"},
       "selects the living instances of a parameterised stream",
       "The lambda takes the parameters of an instance and says whether it counts.",
       "output n @1s := s.aggregate(over_instances: all(where: i => i > 3), using: count)",
       "all(where: ${1:i} => ${2:true})"},
      {"fresh",
       {"over_instances: fresh", "over_instances: fresh(where: (p, q) => condition)"},
       "selects the instances that have a value in this cycle",
       "",
       "output n := s.aggregate(over_instances: fresh, using: count)",
       "fresh"},
      {"Global",
       {"@Global(period)"},
       "a period counted from the start of the monitor",
       "What a plain period means for streams without `spawn`.",
       "output daily @Global(1d) := a.hold(or: 0)",
       "Global(${1:1d})"},
      {"Local",
       {"@Local(period)"},
       "a period counted from the spawn of the instance",
       "What a plain period means in an `eval` of a stream with `spawn`.",
       "output s(i) spawn with id eval with id close @Local(1d)",
       "Local(${1:1d})"},
  };
}

std::vector<Construct> statements() {
  return {
      {"certain",
       {"certain(φ, level: ℓ) → Bool", "certain(φ, level: ℓ, groups: k) → Bool",
        "certain(φ, level: ℓ, recent: true) → Bool"},
       "does it hold for all chances that the trials seen so far allow?",
       "A rate is an estimate of a chance. `certain` asks whether the condition holds for every "
       "chance that is still possible; all it ever says, over the whole run and for all "
       "instances, is wrong with a probability of at most 1 − ℓ. `groups` says how many instances "
       "are expected, and makes the bounds a little narrower; `recent` also looks at stretches "
       "since "
       "a change, of every length. The level may be left out where "
       "`#![level=\"0.95\"]` gives one for the whole specification.",
       "trigger certain(abs(hired.prob(given: f) - hired.prob(given: !f)) > 0.1, level: 0.95)",
       "certain(${1:condition}, level: ${2:0.95})"},
      {"possible",
       {"possible(φ, level: ℓ) → Bool", "possible(φ, level: ℓ, groups: k) → Bool"},
       "does it hold for some of the chances that the trials allow?",
       "The same as `!certain(!φ, …)`: false as soon as the condition is ruled out.",
       "output open := possible(hired.prob() > 0.5, level: 0.95)",
       "possible(${1:condition}, level: ${2:0.95})"},
      {"lower",
       {"lower(e, level: ℓ) → T", "lower(e, level: ℓ, groups: k) → T"},
       "the smallest value that the trials allow",
       "Together with `upper` an interval that holds the true value at all times of the run, for "
       "all instances, with a probability of at least ℓ.",
       "output least := lower(hired.prob(), level: 0.95)",
       "lower(${1:rate}, level: ${2:0.95})"},
      {"upper",
       {"upper(e, level: ℓ) → T", "upper(e, level: ℓ, groups: k) → T"},
       "the largest value that the trials allow",
       "The other end of the interval that begins at `lower`.",
       "output most := upper(hired.prob(), level: 0.95)",
       "upper(${1:rate}, level: ${2:0.95})"},
  };
}

}  // namespace

void add_constructs(std::vector<CatalogueEntry>& entries) {
  for (const auto& table : {accesses(), windows(), statements()}) {
    for (const Construct& row : table) {
      entries.push_back({CatalogueKind::Construct,
                         std::string(row.name),
                         {},
                         row.signatures,
                         std::string(row.summary),
                         std::string(row.documentation),
                         std::string(row.example),
                         std::string(row.snippet)});
    }
  }
}

}  // namespace fairmon::api
