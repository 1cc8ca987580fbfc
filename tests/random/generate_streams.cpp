#include "random/generate_streams.hpp"

#include "random/expressions.hpp"

namespace fairmon::random_cases {
namespace {

constexpr int kDepth = 3;

/// Periods as written and in nanoseconds.
struct PeriodText {
  const char* text;
  std::int64_t numerator;
  std::int64_t denominator;
};
const std::vector<PeriodText>& periods() {
  static const std::vector<PeriodText> all = {
      {"1s", 1'000'000'000, 1},  {"500ms", 500'000'000, 1}, {"2s", 2'000'000'000, 1},
      {"2Hz", 500'000'000, 1},   {"3Hz", 1'000'000'000, 3}, {"700ms", 700'000'000, 1},
      {"250ms", 250'000'000, 1},
  };
  return all;
}

}  // namespace

Model Streams::make() {
  add_inputs();
  const std::size_t count = 2 + rng_.below(5);
  for (std::size_t i = 0; i < count; ++i) {
    switch (rng_.below(8)) {
      case 0:
      case 1:
      case 2:
        add_plain();
        break;
      case 3:
      case 4:
      case 5:
        add_family();
        break;
      case 6:
        add_spawned_plain();
        break;
      default:
        switch (rng_.below(model_.common ? 3 : 4)) {
          case 0:
            add_partners();
            break;
          case 3:
            add_gap();
            break;
          case 1:
            add_mirror();
            break;
          default:
            add_trigger();
            break;
        }
        break;
    }
  }
  return std::move(model_);
}

void Streams::add_inputs() {
  model_.inputs = {{"id", Kind::Int}, {"g", Kind::String}, {"v", Kind::Int}};
  for (const Input& extra : {Input{"x", Kind::Float}, Input{"b", Kind::Bool},
                             Input{"u", Kind::UInt}, Input{"c", Kind::Bool}}) {
    if (rng_.chance(60)) {
      model_.inputs.push_back(extra);
    }
  }
  for (const Input& rarer : {Input{"q", Kind::Prob}, Input{"f", Kind::Fixed},
                             Input{"n", Kind::Small}, Input{"y", Kind::Bytes}}) {
    if (rng_.chance(25) && !model_.common) {
      model_.inputs.push_back(rarer);
    }
  }
}

Kind Streams::any_kind() {
  if (model_.common) {
    return rng_.pick({Kind::Int, Kind::Int, Kind::Float, Kind::Bool, Kind::UInt, Kind::String});
  }
  return rng_.pick({Kind::Int, Kind::Int, Kind::Float, Kind::Float, Kind::Bool, Kind::Bool,
                    Kind::UInt, Kind::String, Kind::Prob, Kind::Prob, Kind::Fixed, Kind::Small,
                    Kind::Time, Kind::Duration});
}

void Streams::make_pair(Output& output) {
  output.pair = rng_.chance(12);
  if (output.pair && rng_.chance(30)) {
    output.kind = Kind::Float;
  }
  output.second = rng_.chance(50) ? output.kind : any_kind();
}

Rhythm Streams::event_rhythm() {
  Rhythm rhythm;
  if (rng_.chance(10)) {
    rhythm.loose = rng_.chance(60);
    if (!rhythm.loose) {
      return rhythm;  // every event
    }
  }
  const std::size_t wanted = 1 + rng_.below(3);
  for (std::size_t i = 0; i < wanted; ++i) {
    rhythm.inputs |= 1U << rng_.below(model_.inputs.size());
  }
  return rhythm;
}

Rhythm Streams::periodic_rhythm(bool local) {
  const PeriodText* picked = &rng_.pick(periods());
  while (model_.common && picked->denominator != 1) {  // the other tool's clock would drift
    picked = &rng_.pick(periods());
  }
  const PeriodText& period = *picked;
  Rhythm rhythm;
  rhythm.periodic = true;
  rhythm.numerator = period.numerator;
  rhythm.denominator = period.denominator;
  rhythm.local = local;
  return rhythm;
}

std::string Streams::pacing_text(const Rhythm& rhythm, bool spawned) {
  if (rhythm.periodic) {
    std::string text;
    for (const PeriodText& period : periods()) {
      if (period.numerator == rhythm.numerator && period.denominator == rhythm.denominator) {
        text = period.text;
      }
    }
    if (!spawned) {
      return "@" + text;
    }
    return rhythm.local ? "@Local(" + text + ")" : "@Global(" + text + ")";
  }
  std::string text;
  for (std::size_t i = 0; i < model_.inputs.size(); ++i) {
    if (((rhythm.inputs >> i) & 1U) != 0) {
      text += (text.empty() ? "" : rhythm.loose ? " || " : " && ") + model_.inputs[i].name;
    }
  }
  return text.empty() ? "@true" : "@(" + text + ")";
}

Clause Streams::eval_clause(const Output& output, const Node* guard, int partner,
                            Kind partner_kind) {
  Scope scope;
  scope.model = &model_;
  scope.rhythm = output.rhythm;
  scope.self = &output;
  scope.parameters = output.parameters;
  scope.family = output.family;
  scope.evaluation_prob = true;
  scope.partner = partner;
  scope.partner_kind = partner_kind;
  Expressions expressions(rng_, scope);
  Clause clause;
  clause.pacing = pacing_text(output.rhythm, output.spawn.has_value());
  if (guard != nullptr) {
    clause.when = *guard;
    clause.when_is_needed = true;
  }
  if (output.trigger) {
    clause.when = expressions.make(Kind::Bool, kDepth);
    clause.with = expressions.make(Kind::String, 1);
  } else if (output.pair) {
    clause.with = Node{
        output.kind,
        "($0, $1)",
        {expressions.make(output.kind, kDepth - 1), expressions.make(output.second, kDepth - 1)},
        {}};
  } else {
    clause.with = expressions.make(output.kind, kDepth);
  }
  return clause;
}

void Streams::add_plain() {
  Output output;
  output.id = next_id_++;
  output.kind = any_kind();
  make_pair(output);
  output.rhythm = rng_.chance(35) ? periodic_rhythm(false) : event_rhythm();
  output.evals.push_back(eval_clause(output, nullptr, -1, Kind::Int));
  Scope scope;
  scope.model = &model_;
  scope.rhythm = output.rhythm;
  if (rng_.chance(30)) {
    output.evals.front().when = Expressions(rng_, scope).make(Kind::Bool, 2);
    if (rng_.chance(40)) {
      Output other = output;
      if (!output.rhythm.periodic && rng_.chance(50)) {
        other.rhythm = event_rhythm();
      }
      output.evals.push_back(eval_clause(other, nullptr, -1, Kind::Int));
    }
  }
  if (rng_.chance(6)) {
    output.close = close_clause(output);
  }
  model_.outputs.push_back(std::move(output));
}

/// Two streams that read each other's past.
void Streams::add_partners() {
  Output first;
  first.id = next_id_++;
  first.kind = any_kind();
  first.rhythm = event_rhythm();
  Output second;
  second.id = next_id_++;
  second.kind = any_kind();
  second.rhythm = first.rhythm;
  first.evals.push_back(eval_clause(first, nullptr, second.id, second.kind));
  model_.outputs.push_back(first);
  second.evals.push_back(eval_clause(second, nullptr, -1, Kind::Int));
  model_.outputs.push_back(std::move(second));
}

std::vector<std::size_t> Streams::pick_keys() {
  // id, g, or both; sometimes v or another input.
  if (rng_.chance(10)) {
    const std::size_t any = rng_.below(model_.inputs.size());
    return {model_.inputs[any].kind == Kind::Bytes ? 0 : any};
  }
  return rng_.pick({std::vector<std::size_t>{0}, std::vector<std::size_t>{1},
                    std::vector<std::size_t>{0, 1}, std::vector<std::size_t>{0},
                    std::vector<std::size_t>{2}});
}

Node Streams::key_condition(const Output& output, const std::vector<std::size_t>& keys) {
  Node made{Kind::Bool, "", {}, {}};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string& input = model_.inputs[keys[i]].name;
    const std::string& parameter = output.parameters[i].name;
    made.pattern += (i == 0 ? "" : " && ") +
                    (rng_.chance(50) ? input + " == " + parameter : parameter + " == " + input);
  }
  return made;
}

std::optional<Clause> Streams::close_clause(const Output& output) {
  Clause clause;
  Scope scope;
  scope.model = &model_;
  scope.parameters = output.parameters;
  scope.windows = false;
  const bool readable = output.id >= 0 && !output.pair && !output.evals.empty() && !model_.common;
  if (readable && rng_.chance(25)) {
    // A condition on the own value, at the own pace.
    std::string own = output.name();
    for (std::size_t i = 0; i < output.parameters.size(); ++i) {
      own += (i == 0 ? "(" : ", ") + output.parameters[i].name;
    }
    own += output.parameters.empty() ? "" : ")";
    scope.rhythm = output.rhythm;
    clause.pacing = pacing_text(output.rhythm, output.spawn.has_value());
    clause.when = Node{Kind::Bool,
                       rng_.pick({"(", "!("}) + own + " == $0)",
                       {Expressions(rng_, scope).make(output.kind, 1)},
                       {}};
    return clause;
  }
  if (rng_.chance(35) && !model_.common) {
    scope.rhythm = periodic_rhythm(output.spawn.has_value() && rng_.chance(50));
    clause.pacing = pacing_text(scope.rhythm, true);
    if (rng_.chance(50)) {
      return clause;
    }
  } else {
    scope.rhythm = event_rhythm();
    clause.pacing = pacing_text(scope.rhythm, true);
  }
  clause.when = Expressions(rng_, scope).make(Kind::Bool, 2);
  return clause;
}

/// One to three parameterised streams with equal spawn and close; those with equal conditions may
/// read each other synchronously.
void Streams::add_family() {
  const std::vector<std::size_t> keys = pick_keys();
  Output base;
  Rhythm spawn_rhythm;
  std::string with;
  for (const std::size_t key : keys) {
    spawn_rhythm.inputs |= 1U << key;
    base.parameters.push_back(
        {"p" + std::to_string(base.parameters.size()), model_.inputs[key].kind});
    with += (with.empty() ? "" : ", ") + model_.inputs[key].name;
  }
  Scope scope;
  scope.model = &model_;
  scope.rhythm = spawn_rhythm;
  scope.windows = false;
  const bool by_clock = keys.size() == 1 && rng_.chance(8);
  if (by_clock) {
    scope.rhythm = periodic_rhythm(false);
  }
  base.spawn = Clause{};
  base.spawn->pacing = pacing_text(scope.rhythm, true);
  base.spawn->with = Node{Kind::Int, keys.size() > 1 ? "(" + with + ")" : with, {}, {}};
  if (by_clock || (keys.size() == 1 && rng_.chance(12))) {  // instances by a computed key
    base.spawn->with = Expressions(rng_, scope).make(base.parameters.front().kind, 1);
  }
  if (rng_.chance(25)) {
    base.spawn->when = Expressions(rng_, scope).make(Kind::Bool, 1);
  }
  if (rng_.chance(45)) {
    base.close = close_clause(base);
  }
  base.rhythm = spawn_rhythm;
  const bool periodic = rng_.chance(35);
  if (periodic) {
    base.rhythm = periodic_rhythm(rng_.chance(50));
  } else if (rng_.chance(40)) {
    base.rhythm.inputs |= 1U << rng_.below(model_.inputs.size());
  }
  std::optional<Node> guard;
  if (!periodic && rng_.chance(85)) {
    guard = key_condition(base, keys);
    scope.rhythm = base.rhythm;
    scope.parameters = base.parameters;
    if (rng_.chance(30)) {  // more than the key
      *guard = Node{Kind::Bool,
                    rng_.pick({"$0 && $1", "$1 && $0", "$0 || $1"}),
                    {*guard, Expressions(rng_, scope).make(Kind::Bool, 2)},
                    {}};
      guard->pattern = "(" + guard->pattern + ")";
    }
  }
  base.family = next_family_++;
  const std::size_t size = 1 + rng_.below(3);
  for (std::size_t i = 0; i < size; ++i) {
    Output output = base;
    output.id = next_id_++;
    output.kind = any_kind();
    make_pair(output);
    output.evals.push_back(eval_clause(output, guard ? &*guard : nullptr, -1, Kind::Int));
    if (size == 1 && output.close) {
      output.close = close_clause(output);
    }
    model_.outputs.push_back(std::move(output));
  }
}

void Streams::add_spawned_plain() {
  Output output;
  output.id = next_id_++;
  output.kind = any_kind();
  Scope scope;
  scope.model = &model_;
  scope.rhythm = rng_.chance(30) ? periodic_rhythm(false) : event_rhythm();
  output.spawn = Clause{};
  output.spawn->pacing = pacing_text(scope.rhythm, false);
  scope.windows = scope.rhythm.periodic;
  output.spawn->when = Expressions(rng_, scope).make(Kind::Bool, 2);
  output.rhythm = rng_.chance(50) ? periodic_rhythm(rng_.chance(60)) : event_rhythm();
  output.evals.push_back(eval_clause(output, nullptr, -1, Kind::Int));
  if (rng_.chance(60)) {
    output.close = close_clause(output);
  }
  model_.outputs.push_back(std::move(output));
}

/// A copy of an output that is there, under one more condition.
void Streams::add_mirror() {
  std::vector<const Output*> originals;
  for (const Output& o : model_.outputs) {
    if (!o.trigger && o.mirrors < 0) {
      originals.push_back(&o);
    }
  }
  if (originals.empty()) {
    return;
  }
  Output output = *rng_.pick(originals);
  output.mirrors = output.id;
  output.id = next_id_++;
  output.family = -1;
  Scope scope;
  scope.model = &model_;
  scope.rhythm = output.evals.size() > 1 ? Rhythm{output.rhythm.periodic,
                                                  0,
                                                  true,
                                                  output.rhythm.numerator,
                                                  output.rhythm.denominator,
                                                  output.rhythm.local}
                                         : output.rhythm;
  scope.parameters = output.parameters;
  scope.windows = false;
  output.evals = {Clause{"", Expressions(rng_, scope).make(Kind::Bool, 2), std::nullopt, true}};
  model_.outputs.push_back(std::move(output));
}

void Streams::add_trigger() {
  if (rng_.chance(30)) {  // one per instance
    add_family();
    Output output = model_.outputs.back();
    output.id = next_id_++;
    output.trigger = true;
    output.kind = Kind::String;
    output.pair = false;
    output.family = -1;
    output.evals.clear();
    output.close = rng_.chance(50) ? close_clause(output) : std::nullopt;
    output.evals = {eval_clause(output, nullptr, -1, Kind::Int)};
    model_.outputs.push_back(std::move(output));
    return;
  }
  Output output;
  output.id = next_id_++;
  output.trigger = true;
  output.kind = Kind::String;
  output.rhythm = rng_.chance(35) ? periodic_rhythm(false) : event_rhythm();
  output.evals.push_back(eval_clause(output, nullptr, -1, Kind::Int));
  model_.outputs.push_back(std::move(output));
}

}  // namespace fairmon::random_cases
