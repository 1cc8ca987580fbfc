#include "random/conditional_streams.hpp"

#include "random/expressions.hpp"

namespace fairmon::random_cases {
namespace {

Node text_node(Kind kind, std::string pattern, std::vector<Node> parts = {}) {
  return {kind, std::move(pattern), std::move(parts), {}};
}

/// Share of specifications with a stream that needs every event, on purpose.
constexpr unsigned kNeedyPercent = 15;

}  // namespace

Model ConditionalStreams::make() {
  add_inputs();
  const std::size_t count = 1 + rng_.below(3);
  for (std::size_t i = 0; i < count; ++i) {
    switch (rng_.below(8)) {
      case 0:
      case 1:
        add_plain();
        break;
      case 2:
      case 3:
      case 4:
        add_family();
        break;
      case 5:
        add_periodic();
        break;
      case 6:
        add_trigger();
        break;
      default:
        add_mirror();
        break;
    }
  }
  if (rng_.chance(kNeedyPercent)) {
    add_needy();
  }
  return std::move(model_);
}

void ConditionalStreams::add_inputs() {
  model_.inputs = {{"g", Kind::String}, {"l", Kind::String}, {"d", Kind::String},
                   {"v", Kind::Int},    {"b", Kind::Bool},   {"x", Kind::Float},
                   {"u", Kind::UInt},   {"c", Kind::Bool}};
}

Output ConditionalStreams::new_output(Kind kind) {
  Output output;
  output.id = next_id_++;
  output.kind = kind;
  return output;
}

Rhythm ConditionalStreams::some_inputs(std::uint32_t at_least) {
  Rhythm rhythm;
  rhythm.inputs = at_least;
  const std::size_t more = 1 + rng_.below(3);
  for (std::size_t i = 0; i < more; ++i) {
    rhythm.inputs |= 1U << rng_.below(model_.inputs.size());
  }
  return rhythm;
}

std::string ConditionalStreams::pacing(const Rhythm& rhythm) const {
  std::string text;
  for (std::size_t i = 0; i < model_.inputs.size(); ++i) {
    if (((rhythm.inputs >> i) & 1U) != 0) {
      text += (text.empty() ? "" : " && ") + model_.inputs[i].name;
    }
  }
  return "@(" + text + ")";
}

Node ConditionalStreams::test_of(const Input& input) {
  if (input.kind == Kind::Bool) {
    return text_node(Kind::Bool, rng_.pick({"", "!"}) + input.name);
  }
  const bool date = input.name == "d";
  const std::string constant =
      input.kind == Kind::Int     ? rng_.pick({"k0", "0", "2", "5", "-1"})
      : input.kind == Kind::UInt  ? std::to_string(rng_.between(0, 8))
      : input.kind == Kind::Float ? rng_.pick({"k1", "0.0", "2.5", "7.75"})
      : date ? rng_.pick({"\"2025-11-26\"", "\"2025-11-27T12:00:00\"", "\"2025-12\""})
             : rng_.pick({"\"A\"", "\"B\"", "\"C\"", "\"\""});
  const bool by_equality = input.kind == Kind::String && !date && rng_.chance(80);
  const char* sign =
      by_equality ? rng_.pick({" == ", " != "}) : rng_.pick({" == ", " < ", " <= ", " > ", " >= "});
  return text_node(Kind::Bool, rng_.chance(70) ? "(" + input.name + sign + constant + ")"
                                               : "(" + constant + sign + input.name + ")");
}

Node ConditionalStreams::test(const Rhythm& rhythm) {
  std::vector<const Input*> there;
  for (std::size_t i = 0; i < model_.inputs.size(); ++i) {
    if (((rhythm.inputs >> i) & 1U) != 0) {
      there.push_back(&model_.inputs[i]);
    }
  }
  return test_of(*rng_.pick(there));
}

Node ConditionalStreams::opaque_test(const Rhythm& rhythm) {
  const bool has_v = ((rhythm.inputs >> 3U) & 1U) != 0;
  if (has_v && rng_.chance(60)) {
    return text_node(Kind::Bool, rng_.pick({"(6 / v > 1)", "(v + 1 > 3)", "(10 / (v - 2) != 5)"}));
  }
  Scope scope;
  scope.model = &model_;
  scope.rhythm = rhythm;
  scope.windows = false;
  return Expressions(rng_, scope).make(Kind::Bool, 1);
}

Node ConditionalStreams::guard(const Rhythm& rhythm, int depth) {
  if (rng_.chance(4)) {
    return opaque_test(rhythm);
  }
  if (((rhythm.inputs >> 3U) & 1U) != 0 && rng_.chance(12)) {  // may fail before the test
    return text_node(Kind::Bool, rng_.pick({"(6 / v > 1 && $0)", "(10 / (v - 2) != 5 && $0)"}),
                     {test(rhythm)});
  }
  if (depth <= 0 || rng_.chance(25)) {
    return test(rhythm);
  }
  const char* pattern =
      rng_.pick({"($0 && $1)", "($0 && $1)", "($0 || $1)", "!($0 && $1)", "!($0 || $1)", "!$0"});
  std::vector<Node> parts{guard(rhythm, depth - 1)};
  if (std::string_view(pattern) != "!$0") {
    parts.push_back(guard(rhythm, depth - 1));
  }
  return text_node(Kind::Bool, pattern, std::move(parts));
}

Node ConditionalStreams::prob(const Rhythm& rhythm, bool evaluations) {
  Node made = text_node(Kind::Prob, evaluations ? "prob(of: $0" : "($0).prob(", {test(rhythm)});
  std::string rest;
  if (!evaluations || rng_.chance(70)) {
    rest += ", given: $1";
    made.parts.push_back(guard(rhythm, 1));
  }
  if (rng_.chance(40)) {
    rest += rng_.pick({", over: 1s", ", over: 3s", ", over: 700ms"});
  }
  if (rng_.chance(20)) {
    rest += ", prior: 0.5, confidence: 2.0";
  }
  made.pattern += (evaluations || rest.empty() ? rest : rest.substr(2)) + ")";
  return made;
}

/// An input of this kind that is there, or a literal.
Node ConditionalStreams::read(const Rhythm& rhythm, Kind kind) {
  for (std::size_t i = 0; i < model_.inputs.size(); ++i) {
    if (((rhythm.inputs >> i) & 1U) != 0 && model_.inputs[i].kind == kind) {
      return text_node(kind, model_.inputs[i].name);
    }
  }
  return text_node(kind, plain_literal(kind));
}

Node ConditionalStreams::value(const Output& output) {
  const Rhythm& rhythm = output.rhythm;
  Scope scope;
  scope.model = &model_;
  scope.rhythm = rhythm;
  scope.self = &output;
  scope.parameters = output.parameters;
  scope.evaluation_prob = true;
  if (rng_.chance(5)) {
    return Expressions(rng_, scope).make(output.kind, 2);
  }
  std::string own = output.name();
  for (std::size_t i = 0; i < output.parameters.size(); ++i) {
    own += (i == 0 ? "(" : ", ") + output.parameters[i].name;
  }
  own += output.parameters.empty() ? "" : ")";
  if (output.kind == Kind::Bool) {
    return test(rhythm);
  }
  if (output.kind == Kind::Prob) {
    return prob(rhythm, rng_.chance(75));
  }
  const std::string before = own + ".last(or: " + plain_literal(output.kind) + ")";
  if (output.kind == Kind::Int && rng_.chance(60)) {
    return text_node(
        Kind::Int,
        rng_.chance(60) ? "(" + before + " + 1)" : "(if $1 then $0 else 10 / (k0 - 3 + $0))",
        {read(rhythm, Kind::Int), test(rhythm)});
  }
  if (output.kind == Kind::Float && rng_.chance(50)) {
    return text_node(Kind::Float, "(" + before + " + $0)", {read(rhythm, Kind::Float)});
  }
  return read(rhythm, output.kind);
}

Clause ConditionalStreams::eval_clause(const Output& output, std::optional<Node> condition) {
  Clause clause;
  clause.pacing = pacing(output.rhythm);
  clause.when = std::move(condition);
  clause.with = value(output);
  return clause;
}

void ConditionalStreams::add_plain() {
  Output output =
      new_output(rng_.pick({Kind::Bool, Kind::Int, Kind::Float, Kind::Prob, Kind::String}));
  output.rhythm = some_inputs(0);
  output.evals.push_back(eval_clause(output, guard(output.rhythm, 2)));
  if (rng_.chance(25)) {
    output.evals.push_back(eval_clause(output, guard(output.rhythm, 1)));
  }
  model_.outputs.push_back(std::move(output));
}

Node ConditionalStreams::key_guard(const Output& output, const std::vector<std::size_t>& keys) {
  Node made = text_node(Kind::Bool, "");
  for (std::size_t i = 0; i < keys.size(); ++i) {
    made.pattern +=
        (i == 0 ? "" : " && ") + model_.inputs[keys[i]].name + " == " + output.parameters[i].name;
  }
  if (rng_.chance(75)) {
    made = text_node(Kind::Bool,
                     rng_.chance(90) ? rng_.pick({"($0 && $1)", "($1 && $0)"}) : "($0 || $1)",
                     {made, guard(output.rhythm, 1)});
  }
  return made;
}

std::optional<Clause> ConditionalStreams::close_clause(const Output& output) {
  Clause clause;
  if (rng_.chance(40)) {
    clause.pacing = rng_.pick({"@Local(2s)", "@Global(3s)", "@Local(700ms)"});
    return clause;
  }
  const Rhythm rhythm = some_inputs(0);
  clause.pacing = pacing(rhythm);
  clause.when = guard(rhythm, 1);
  if (!output.parameters.empty() && output.parameters.front().kind == Kind::String &&
      rng_.chance(30)) {
    clause.when->pattern = "(" + clause.when->pattern + " && " + output.parameters.front().name +
                           rng_.pick({" == \"A\"", " != \"B\""}) + ")";
  }
  return clause;
}

void ConditionalStreams::add_family() {
  const std::vector<std::size_t> keys =
      rng_.pick({std::vector<std::size_t>{0}, std::vector<std::size_t>{1},
                 std::vector<std::size_t>{0, 1}, std::vector<std::size_t>{3}});
  Output output =
      new_output(rng_.pick({Kind::Bool, Kind::Int, Kind::Float, Kind::Prob, Kind::Prob}));
  Rhythm spawn;
  std::string with;
  for (const std::size_t key : keys) {
    spawn.inputs |= 1U << key;
    output.parameters.push_back(
        {"p" + std::to_string(output.parameters.size()), model_.inputs[key].kind});
    with += (with.empty() ? "" : ", ") + model_.inputs[key].name;
  }
  const Rhythm needed = spawn;
  if (rng_.chance(60)) {
    spawn = some_inputs(spawn.inputs);
  }
  Node first = guard(spawn, 1);
  if (rng_.chance(60)) {
    first = text_node(Kind::Bool, "($0 && $1)", {test_of(model_.inputs[keys.front()]), first});
  }
  output.spawn = Clause{pacing(spawn), std::move(first),
                        text_node(Kind::Int, keys.size() > 1 ? "(" + with + ")" : with), false};
  output.rhythm = some_inputs(needed.inputs);
  if (rng_.chance(35)) {  // read by the clock, as shares of a day are
    Node share = prob(output.rhythm, rng_.chance(70));
    if (share.parts.size() > 1) {
      share.parts[1] = key_guard(output, keys);
    }
    output.kind = Kind::Prob;
    output.evals.push_back(Clause{rng_.pick({"@Global(1s)", "@Global(500ms)", "@Local(1s)"}),
                                  std::nullopt, std::move(share), false});
    output.rhythm = Rhythm{true, 0, false, 1'000'000'000, 1, false};
  } else {
    output.evals.push_back(eval_clause(output, key_guard(output, keys)));
  }
  if (rng_.chance(35)) {
    output.close = close_clause(output);
  }
  model_.outputs.push_back(std::move(output));
}

/// By the clock, looking at other outputs: windows, instances, latest values, but at no input.
void ConditionalStreams::add_periodic() {
  Model outputs_only;
  outputs_only.outputs = model_.outputs;
  Output output =
      new_output(rng_.pick({Kind::Int, Kind::Float, Kind::UInt, Kind::Bool, Kind::Prob}));
  output.rhythm = Rhythm{true, 0, false, 1'000'000'000, 1, false};
  Clause clause;
  clause.pacing = "@1s";
  if (output.kind == Kind::Prob || rng_.chance(20)) {
    output.kind = Kind::Prob;
    clause.with = prob(some_inputs(0), rng_.chance(50));
  } else {
    Scope scope;
    scope.model = &outputs_only;
    scope.rhythm = output.rhythm;
    scope.inside_prob = 0;
    clause.with = Expressions(rng_, scope).make(output.kind, 3);
  }
  output.evals.push_back(std::move(clause));
  model_.outputs.push_back(std::move(output));
}

void ConditionalStreams::add_mirror() {
  for (const Output& original : model_.outputs) {
    if (original.trigger || original.mirrors >= 0 || original.rhythm.periodic ||
        original.evals.size() > 1) {
      continue;
    }
    Output output = original;
    output.mirrors = original.id;
    output.id = next_id_++;
    output.evals = {Clause{"", guard(output.rhythm, 1), std::nullopt, true}};
    model_.outputs.push_back(std::move(output));
    return;
  }
  add_plain();
}

void ConditionalStreams::add_trigger() {
  Output output = new_output(Kind::String);
  output.trigger = true;
  output.rhythm = some_inputs(0);
  output.evals.push_back(Clause{pacing(output.rhythm), guard(output.rhythm, 2),
                                text_node(Kind::String, "\"m\""), false});
  model_.outputs.push_back(std::move(output));
}

/// Needs events whatever they hold: must keep every filter away, or all but those of absent inputs.
void ConditionalStreams::add_needy() {
  Output output = new_output(Kind::Int);
  const std::string own = output.name();
  switch (rng_.below(5)) {
    case 0:
      output.evals.push_back(
          Clause{"@true", std::nullopt, text_node(Kind::Int, own + ".last(or: 0) + 1"), false});
      break;
    case 1:
      output.kind = Kind::UInt;
      output.rhythm = Rhythm{true, 0, false, 1'000'000'000, 1, false};
      output.evals.push_back(Clause{"@1s", std::nullopt,
                                    text_node(Kind::UInt, "v.aggregate(over: 2s, using: count)"),
                                    false});
      break;
    case 2:
      output.rhythm = Rhythm{true, 0, false, 1'000'000'000, 1, false};
      output.evals.push_back(
          Clause{"@1s", std::nullopt, text_node(Kind::Int, "v.hold(or: 7)"), false});
      break;
    case 3:
      output.rhythm.inputs = 1U << 3U;
      output.evals.push_back(
          Clause{"@(v)", std::nullopt, text_node(Kind::Int, "v.last(or: 0) - v"), false});
      break;
    default:
      output.parameters = {{"p0", Kind::String}};
      output.spawn = Clause{"@(l)", std::nullopt, text_node(Kind::Int, "l"), false};
      output.rhythm = Rhythm{true, 0, false, 1'000'000'000, 1, false};
      output.evals.push_back(
          Clause{"@Global(1s)", std::nullopt, text_node(Kind::Int, "k0"), false});
      break;
  }
  model_.outputs.push_back(std::move(output));
}

}  // namespace fairmon::random_cases
