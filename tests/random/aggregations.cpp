#include <algorithm>

#include "random/expressions.hpp"

/// Expressions that summarise: windows, instances, probabilities.
namespace fairmon::random_cases {
namespace {

/// One way to aggregate values of kind `from` into kind `to`.
struct Aggregation {
  const char* name;
  Kind from;
  Kind to;
  bool optional;
  bool over_instances = true;
};

const std::vector<Aggregation>& ways() {
  static const std::vector<Aggregation> all = {
      {"sum", Kind::Int, Kind::Int, false},
      {"sum", Kind::UInt, Kind::UInt, false},
      {"sum", Kind::Float, Kind::Float, false},
      {"sum", Kind::Bool, Kind::UInt, false},
      {"avg", Kind::Int, Kind::Int, true},
      {"avg", Kind::Float, Kind::Float, true},
      {"min", Kind::Int, Kind::Int, true},
      {"max", Kind::Int, Kind::Int, true},
      {"min", Kind::Float, Kind::Float, true},
      {"max", Kind::Float, Kind::Float, true},
      {"max", Kind::UInt, Kind::UInt, true},
      {"avg", Kind::Prob, Kind::Prob, true},
      {"min", Kind::Prob, Kind::Prob, true},
      {"median", Kind::Prob, Kind::Prob, true},
      {"sum", Kind::Prob, Kind::Float, false},
      {"sum", Kind::Fixed, Kind::Fixed, false},
      {"avg", Kind::Fixed, Kind::Fixed, true},
      {"max", Kind::Fixed, Kind::Fixed, true},
      {"pctl75", Kind::Fixed, Kind::Fixed, true},
      {"sum", Kind::Small, Kind::Small, false},
      {"min", Kind::Small, Kind::Small, true},
      {"pctl0", Kind::Small, Kind::Small, true},
      {"min", Kind::Time, Kind::Time, true},
      {"max", Kind::Duration, Kind::Duration, true},
      {"last", Kind::String, Kind::String, true, false},
      {"last", Kind::Time, Kind::Time, true, false},
      {"pctl100", Kind::UInt, Kind::UInt, true},
      {"Σ", Kind::Int, Kind::Int, false},
      {"∃", Kind::Bool, Kind::Bool, false},
      {"last", Kind::Int, Kind::Int, true, false},
      {"last", Kind::Float, Kind::Float, true, false},
      {"median", Kind::Int, Kind::Int, true},
      {"pctl25", Kind::Int, Kind::Int, true},
      {"pctl90", Kind::Float, Kind::Float, true},
      {"variance", Kind::Float, Kind::Float, true},
      {"sd", Kind::Float, Kind::Float, true},
      {"integral", Kind::Float, Kind::Float, false, false},
      {"integral", Kind::Int, Kind::Float, false, false},
      {"exists", Kind::Bool, Kind::Bool, false},
      {"forall", Kind::Bool, Kind::Bool, false},
      {"true_ratio", Kind::Bool, Kind::Float, true},
  };
  return all;
}

/// Whether the released tool aggregates like this, and does it right.
bool in_common(const Aggregation& way) {
  const std::string_view name = way.name;
  const bool known = name == "sum" || name == "avg" || name == "min" || name == "max" ||
                     name == "exists" || name == "forall" || name == "last";
  return known && way.from != Kind::String && !(name == "sum" && way.from == Kind::Bool);
}

/// Into this kind: count takes anything, the others what they are listed for.
std::vector<Aggregation> fitting(Kind kind, bool common) {
  std::vector<Aggregation> found;
  for (const Aggregation& way : ways()) {
    if (way.to == kind && (!common || in_common(way))) {
      found.push_back(way);
    }
  }
  if (kind == Kind::UInt) {
    for (const Kind any : {Kind::Bool, Kind::Int, Kind::Float, Kind::String, Kind::Bytes,
                           Kind::Prob, Kind::Duration}) {
      found.push_back({"count", any, Kind::UInt, false});
    }
  }
  return found;
}

/// Probabilities stand in probabilities, but not without end.
constexpr int kDeepestProb = 2;

}  // namespace

std::optional<Node> Expressions::window(Kind kind, int depth) {
  if (!scope_.windows || scope_.inside_prob > 0) {
    return std::nullopt;
  }
  // The released tool has quirks about windows of or over streams that come and go.
  const bool lives = scope_.self == nullptr || scope_.self->spawn || scope_.self->close;
  if (common() && (lives || !scope_.rhythm.periodic)) {
    return std::nullopt;
  }
  const std::vector<Aggregation> possible = fitting(kind, common());
  if (possible.empty()) {
    return std::nullopt;
  }
  const Aggregation way = rng_.pick(possible);
  std::vector<Node> targets = window_targets(way.from, depth);
  const bool discrete = rng_.chance(30) && !common();
  if (discrete) {
    const auto now = synchronous(way.from);
    targets = now ? std::vector<Node>{*now} : std::vector<Node>{};
  }
  if (targets.empty()) {
    return std::nullopt;
  }
  Node made = rng_.pick(targets);
  if (kind == Kind::Float && !discrete && rng_.chance(15)) {
    if (auto pairs = covariance(depth)) {
      return pairs;
    }
  }
  if (kind == Kind::Bool && !discrete && !common() && rng_.chance(25)) {
    made.pattern += ".exists(over: " + duration() + ")";
    made.kind = Kind::Bool;
    return made;
  }
  const bool exactly = rng_.chance(15);
  made.pattern +=
      ".aggregate(" + std::string(exactly ? "over_exactly" : "over") +
      (discrete ? "_discrete: " + std::to_string(rng_.between(1, 4)) : ": " + duration()) +
      ", using: " + way.name + ")";
  if (way.optional || exactly) {
    made.pattern += ".defaults(to: $" + std::to_string(made.parts.size()) + ")";
    made.parts.push_back(make(way.to, depth - 1));
  }
  made.kind = way.to;
  return made;
}

std::vector<Node> Expressions::window_targets(Kind kind, int depth) {
  std::vector<Node> found;
  for (const Input& input : scope_.model->inputs) {
    if (input.kind == kind) {
      found.push_back({kind, input.name, {}, {}});
    }
  }
  for (const Output* o : outputs(kind, [](const Output& each) { return each.plain(); })) {
    if (!common() || (!o->spawn && !o->close)) {
      found.push_back(reference(*o, depth, false));
    }
  }
  // A component of a pair, accessed and then projected.
  for (const Output& o : scope_.model->outputs) {
    if (common() || !o.pair || o.trigger) {
      continue;
    }
    for (const auto& [component, of] : {std::pair(".0", o.kind), std::pair(".1", o.second)}) {
      if (of == kind) {
        Node made = reference(o, depth, false);
        made.pattern += component;
        found.push_back(std::move(made));
      }
    }
  }
  return found;
}

/// Over a stream of pairs of floats.
std::optional<Node> Expressions::covariance(int depth) {
  const auto pairs =
      outputs(Kind::Float, [](const Output& o) { return o.pair && o.second == Kind::Float; });
  if (pairs.empty()) {
    return std::nullopt;
  }
  Node made = reference(*rng_.pick(pairs), depth, false);
  made.pattern += ".aggregate(over: " + duration() + ", using: covariance).defaults(to: $" +
                  std::to_string(made.parts.size()) + ")";
  made.parts.push_back(make(Kind::Float, depth - 1));
  return made;
}

Node Expressions::lambda_body(const std::vector<Parameter>& more, int depth,
                              const Output* looked_at) {
  Scope inner = scope_;
  inner.rhythm =
      Rhythm{scope_.rhythm.periodic, 0, true, scope_.rhythm.numerator, scope_.rhythm.denominator,
             scope_.rhythm.local};
  inner.parameters.insert(inner.parameters.end(), more.begin(), more.end());
  inner.self = nullptr;
  inner.partner = -1;
  inner.family = -1;
  inner.windows = false;
  inner.evaluation_prob = false;
  inner.inside_prob = kDeepestProb;
  const Parameter& p = rng_.pick(more);
  Expressions expressions(rng_, inner);
  Node left{p.kind, p.name, {}, {}};
  if (looked_at != nullptr) {
    std::string instance = looked_at->name();
    for (const Parameter& parameter : more) {
      instance += (&parameter == &more.front() ? "(" : ", ") + parameter.name;
    }
    left = {looked_at->kind, instance + ").hold(or: $0)", {}, {looked_at->id}};
    left.parts.push_back(expressions.make(looked_at->kind, depth));
  }
  const Kind kind = left.kind;
  return {Kind::Bool,
          rng_.pick({"($0 == $1)", "($0 != $1)"}),
          {std::move(left), expressions.make(kind, depth)},
          {}};
}

namespace {

std::string lambda_head(const std::vector<Parameter>& parameters) {
  std::string head = "(";
  for (const Parameter& p : parameters) {
    head += (head.size() == 1 ? "" : ", ") + p.name;
  }
  return head + ") => ";
}

std::vector<Parameter> lambda_parameters(const Output& target, bool with_value) {
  std::vector<Parameter> made;
  made.reserve(target.parameters.size() + 1);
  for (std::size_t i = 0; i < target.parameters.size(); ++i) {
    made.push_back({"l" + std::to_string(i), target.parameters[i].kind});
  }
  if (with_value) {
    made.push_back({"lv", target.kind});
  }
  return made;
}

}  // namespace

std::optional<Node> Expressions::instances(Kind kind, int depth) {
  if (scope_.inside_prob > 0) {
    return std::nullopt;
  }
  std::vector<std::pair<Aggregation, const Output*>> found;
  for (const Output& o : scope_.model->outputs) {
    if (o.parameters.empty() || o.trigger || (o.pair && common())) {
      continue;
    }
    for (const Aggregation& way : ways()) {
      if (way.over_instances && way.from == o.kind && way.to == kind &&
          (!common() || (in_common(way) && std::string_view(way.name) != "avg"))) {
        found.emplace_back(way, &o);
      }
    }
    if (kind == Kind::UInt) {
      found.emplace_back(Aggregation{"count", o.kind, Kind::UInt, false}, &o);
    }
  }
  if (found.empty()) {
    return std::nullopt;
  }
  const auto [way, target] = rng_.pick(found);
  Node made{way.to,
            target->name() + (target->pair ? ".0" : "") + ".aggregate(over_instances: ",
            {},
            {target->id}};
  const bool fresh = !scope_.rhythm.periodic && !target->rhythm.periodic && !target->rhythm.loose &&
                     !scope_.rhythm.loose && rng_.chance(20) &&
                     (target->rhythm.inputs & ~scope_.rhythm.inputs) == 0;
  made.pattern += fresh ? "fresh" : "all";
  if (rng_.chance(50)) {
    const auto parameters = lambda_parameters(*target, false);
    made.pattern +=
        (common() || rng_.chance(80) ? "(where: " : "(") + lambda_head(parameters) + "$0)";
    const bool by_value = !common() && !target->pair && rng_.chance(30);
    made.parts.push_back(lambda_body(parameters, depth - 1, by_value ? target : nullptr));
  }
  made.pattern += std::string(", using: ") + way.name + ")";
  if (way.optional) {
    made.pattern += ".defaults(to: $" + std::to_string(made.parts.size()) + ")";
    made.parts.push_back(make(way.to, depth - 1));
  }
  return made;
}

/// A probability, or an end of what its trials allow.
std::optional<Node> Expressions::probability(int depth) {
  auto made = estimate(depth);
  if (!made || scope_.inside_prob > 0 || !rng_.chance(15)) {
    return made;
  }
  return Node{Kind::Prob,
              rng_.pick({"lower($0, level: 0.9)", "upper($0, level: 0.5, groups: 2)",
                         "upper(min($0, k2) * 0.5, level: 0.9)"}),
              {*std::move(made)},
              {}};
}

std::optional<Node> Expressions::estimate(int depth) {
  if (scope_.inside_prob >= kDeepestProb || common()) {
    return std::nullopt;
  }
  if (scope_.inside_prob == 0 && rng_.chance(35)) {
    if (auto made = instance_probability(depth)) {
      return made;
    }
  }
  return counted_probability(depth);
}

std::optional<Node> Expressions::instance_probability(int depth) {
  std::vector<const Output*> shared;
  for (const Output& o : scope_.model->outputs) {
    if (!o.parameters.empty() && o.plain()) {
      shared.push_back(&o);
    }
  }
  if (shared.empty()) {
    return std::nullopt;
  }
  const Output& target = *rng_.pick(shared);
  const auto parameters = lambda_parameters(target, rng_.chance(50));
  Node made{
      Kind::Prob, target.name() + ".prob(of: " + lambda_head(parameters) + "$0", {}, {target.id}};
  made.parts.push_back(lambda_body(parameters, depth - 1));
  if (rng_.chance(50)) {
    const auto others = lambda_parameters(target, rng_.chance(50));
    made.pattern += ", given: " + lambda_head(others) + "$1";
    made.parts.push_back(lambda_body(others, depth - 1));
  }
  finish_probability(made, depth);
  return made;
}

void Expressions::finish_probability(Node& made, int depth) {
  if (rng_.chance(25)) {
    if (scope_.inside_prob == 0 && rng_.chance(30)) {  // checked while running
      Scope outside = scope_;
      outside.inside_prob = kDeepestProb;
      Expressions expressions(rng_, outside);
      made.pattern += ", prior: $" + std::to_string(made.parts.size()) + ", confidence: $" +
                      std::to_string(made.parts.size() + 1);
      made.parts.push_back(expressions.make(Kind::Prob, 1));
      made.parts.push_back(expressions.make(Kind::Float, 1));
    } else {
      made.pattern += rng_.pick({", prior: 0.5, confidence: 4.0", ", confidence: 2.0, prior: k2"});
    }
  }
  made.pattern += ")";
  if (rng_.chance(20)) {
    made.pattern += ".defaults(to: $" + std::to_string(made.parts.size()) + ")";
    made.parts.push_back(literal(Kind::Prob));
  }
  (void)depth;
}

/// The stream form or the evaluation form; a periodic clause reads what events have counted.
std::optional<Node> Expressions::counted_probability(int depth) {
  Scope inner = scope_;
  ++inner.inside_prob;
  if (scope_.rhythm.periodic) {
    inner.rhythm = Rhythm{};
    inner.rhythm.inputs = 1U << rng_.below(scope_.model->inputs.size());
    inner.rhythm.inputs |= 1U << rng_.below(scope_.model->inputs.size());
    inner.self = nullptr;
    inner.partner = -1;
    inner.family = -1;
  } else if (scope_.rhythm.loose || scope_.rhythm.inputs == 0) {
    return std::nullopt;
  }
  const bool evaluation = scope_.evaluation_prob && rng_.chance(50);
  inner.evaluation_prob = evaluation && !scope_.rhythm.periodic;
  Expressions expressions(rng_, inner);
  Node made{Kind::Prob, evaluation ? "prob(of: $0" : "($0).prob(", {}, {}};
  made.parts.push_back(expressions.condition(depth - 1));
  std::string rest;
  if (rng_.chance(50)) {
    rest += ", given: $1";
    made.parts.push_back(expressions.condition(depth - 1));
  }
  if (rng_.chance(30)) {
    rest += ", over: " + duration();
  }
  const std::size_t head = made.pattern.size();
  made.pattern += rest;
  finish_probability(made, depth);
  if (!evaluation && made.pattern.compare(head, 2, ", ") == 0) {
    made.pattern.erase(head, 2);
  }
  return made;
}

}  // namespace fairmon::random_cases
