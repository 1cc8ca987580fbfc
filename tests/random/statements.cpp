// Rates of groups and statements about how far they are apart.
#include "random/expressions.hpp"
#include "random/generate_streams.hpp"

namespace fairmon::random_cases {

/// A rate per instance of one key, and what is certain about all of them.
void Streams::add_gap() {
  const std::vector<std::size_t> keys = {rng_.below(2)};
  Output rate;
  rate.id = next_id_++;
  rate.kind = Kind::Prob;
  rate.parameters = {{"p0", model_.inputs[keys.front()].kind}};
  Rhythm rhythm;
  rhythm.inputs = 1U << keys.front();
  rate.spawn = Clause{};
  rate.spawn->pacing = pacing_text(rhythm, true);
  rate.spawn->with = Node{Kind::Int, model_.inputs[keys.front()].name, {}, {}};
  if (rng_.chance(25)) {
    rate.close = close_clause(rate);
  }
  rhythm.inputs |= 1U << rng_.below(model_.inputs.size());
  rate.rhythm = rhythm;
  Scope scope;
  scope.model = &model_;
  scope.rhythm = rhythm;
  scope.parameters = rate.parameters;
  scope.inside_prob = 1;
  Clause clause;
  clause.pacing = pacing_text(rhythm, true);
  clause.when = key_condition(rate, keys);
  clause.when_is_needed = true;
  clause.with = Node{Kind::Prob, "prob(of: $0)", {Expressions(rng_, scope).condition(1)}, {}};
  rate.evals.push_back(std::move(clause));
  rate.family = next_family_++;
  model_.outputs.push_back(rate);
  model_.long_history = true;
  add_statement(rate);
}

void Streams::add_statement(const Output& rate) {
  const auto all = [&](const std::string& aggregate) {
    return rate.name() + ".aggregate(over_instances: all, using: " + aggregate +
           ").defaults(to: 0.0)";
  };
  Output told;
  told.rhythm.inputs = rate.rhythm.inputs;
  std::string gap = all("max") + " - " + all("min");
  std::vector<int> uses = {rate.id};
  if (rng_.chance(50)) {  // the difference is a stream of its own
    Output difference;
    difference.id = next_id_++;
    difference.kind = Kind::Float;
    difference.rhythm = told.rhythm;
    difference.evals.push_back({pacing_text(told.rhythm, false), std::nullopt,
                                Node{Kind::Float, gap, {}, {rate.id}}, false});
    gap = difference.name();
    uses.push_back(difference.id);
    model_.outputs.push_back(std::move(difference));
  }
  const std::string formula =
      rng_.pick({gap + " > 0.05", gap + " > 0.3", gap + " < 0.4", "!(" + gap + " > 0.2)",
                 gap + " > 0.1 || " + all("avg") + " < 0.2", all("max") + " < 0.7"});
  std::string options = rng_.pick({", level: 0.05", ", level: 0.3", ", level: 0.9, groups: 2"});
  options += rng_.chance(70) ? ", recent: true" : "";
  told.id = next_id_++;
  told.kind = Kind::Bool;
  told.evals.push_back(
      {pacing_text(told.rhythm, false), std::nullopt,
       Node{Kind::Bool, rng_.pick({"certain(", "possible("}) + formula + options + ")", {}, uses},
       false});
  model_.outputs.push_back(std::move(told));
}

}  // namespace fairmon::random_cases
