#include "random/expressions.hpp"

#include <algorithm>

namespace fairmon::random_cases {
namespace {

Node node(Kind kind, std::string pattern, std::vector<Node> parts = {},
          std::vector<int> uses = {}) {
  return {kind, std::move(pattern), std::move(parts), std::move(uses)};
}

bool plain(const Output& o) { return !o.trigger && !o.pair; }

/// Whether every deadline of `mine` is one of `theirs`.
bool multiple_of(const Rhythm& mine, const Rhythm& theirs) {
  return (mine.numerator * theirs.denominator) % (mine.denominator * theirs.numerator) == 0;
}

bool numeric(Kind kind) { return kind == Kind::Int || kind == Kind::UInt || kind == Kind::Float; }

}  // namespace

Node Expressions::make(Kind kind, int depth) {
  if (depth <= 0 || rng_.chance(15)) {
    return leaf(kind);
  }
  std::optional<Node> made;
  switch (rng_.below(9)) {
    case 0:
      made = access(kind, depth - 1);
      break;
    case 1:
      made = own_past(kind, depth - 1);
      break;
    case 2:
    case 3:
      made = window(kind, depth - 1);
      break;
    case 4:
      made = instances(kind, depth - 1);
      break;
    case 5:
      made = kind == Kind::Float ? probability(depth - 1) : synchronous(kind);
      break;
    default:
      break;
  }
  return made ? *std::move(made) : operation(kind, depth);
}

Node Expressions::literal(Kind kind) {
  if (rng_.chance(6)) {  // declared constants, and the time of the cycle
    if (kind == Kind::Int) {
      return node(kind,
                  rng_.pick({"k0", "now().time_diff(time_from_rfc(\"1970-01-01\")).to_seconds()"}));
    }
    if (kind == Kind::Float) {
      return node(kind, "k1");
    }
  }
  switch (kind) {
    case Kind::Bool:
      return node(kind, rng_.chance(50) ? "true" : "false");
    case Kind::Int:
      return node(kind, rng_.chance(25) ? "(-" + std::to_string(rng_.between(1, 4)) + ")"
                                        : std::to_string(rng_.between(0, 9)));
    case Kind::UInt:
      return node(kind, std::to_string(rng_.between(0, 6)));
    case Kind::Float:
      return node(kind, rng_.pick({"0.5", "0.0", "1.0", "2.25", "10.0", "0.125"}));
    case Kind::String:
      return node(kind, rng_.pick({"\"A\"", "\"B\"", "\"\"", "\"ä b\""}));
  }
  return {};
}

/// An argument: at the bottom nothing that has arguments itself.
Node Expressions::inner(Kind kind, int depth) {
  if (depth > 0) {
    return make(kind, depth - 1);
  }
  for (const Parameter& p : scope_.parameters) {
    if (p.kind == kind && rng_.chance(60)) {
      return node(kind, p.name);
    }
  }
  const auto read = rng_.chance(60) ? synchronous(kind) : std::nullopt;
  return read ? *read : literal(kind);
}

Node Expressions::leaf(Kind kind) {
  for (const Parameter& p : scope_.parameters) {
    if (p.kind == kind && rng_.chance(40)) {
      return node(kind, p.name);
    }
  }
  if (auto read = rng_.chance(75) ? synchronous(kind) : std::nullopt) {
    return *read;
  }
  if (auto read = rng_.chance(60) ? access(kind, 0) : std::nullopt) {
    return *read;
  }
  return literal(kind);
}

bool Expressions::readable_now(const Output& target) const {
  if (target.trigger || target.pair) {
    return false;
  }
  const Rhythm& theirs = target.rhythm;
  const Rhythm& mine = scope_.rhythm;
  const bool family = target.family >= 0 && target.family == scope_.family;
  if (!target.steady() && !family) {
    return false;
  }
  if (mine.periodic != theirs.periodic || theirs.loose || mine.local != theirs.local) {
    return false;
  }
  if (mine.periodic) {
    return multiple_of(mine, theirs);
  }
  return !mine.loose && (theirs.inputs & ~mine.inputs) == 0;
}

std::optional<Node> Expressions::synchronous(Kind kind) {
  std::vector<Node> found;
  for (std::size_t i = 0; i < scope_.model->inputs.size(); ++i) {
    const bool there =
        !scope_.rhythm.periodic && !scope_.rhythm.loose && ((scope_.rhythm.inputs >> i) & 1U) != 0;
    if (there && scope_.model->inputs[i].kind == kind) {
      found.push_back(node(kind, scope_.model->inputs[i].name));
    }
  }
  for (const Output& o : scope_.model->outputs) {
    if (o.kind == kind && readable_now(o)) {
      found.push_back(reference(o, 0, true));
      found.back().kind = kind;
    }
  }
  return found.empty() ? std::nullopt : std::optional(rng_.pick(found));
}

Node Expressions::reference(const Output& target, int depth, bool own_instance) {
  Node made = node(target.kind, target.name(), {}, {target.id});
  if (target.parameters.empty()) {
    return made;
  }
  made.pattern += "(";
  for (std::size_t i = 0; i < target.parameters.size(); ++i) {
    made.pattern += i == 0 ? "" : ", ";
    if (own_instance) {
      made.pattern += scope_.parameters[i].name;
    } else {
      made.pattern += "$" + std::to_string(made.parts.size());
      made.parts.push_back(inner(target.parameters[i].kind, depth));
    }
  }
  made.pattern += ")";
  return made;
}

std::vector<const Output*> Expressions::outputs(Kind kind, bool (*fits)(const Output&)) {
  std::vector<const Output*> found;
  for (const Output& o : scope_.model->outputs) {
    if (o.kind == kind && fits(o)) {
      found.push_back(&o);
    }
  }
  return found;
}

std::optional<Node> Expressions::access(Kind kind, int depth) {
  const auto targets = outputs(kind, [](const Output& o) { return !o.trigger; });
  if (targets.empty() || rng_.chance(30)) {  // an input
    std::vector<std::string> names;
    for (const Input& input : scope_.model->inputs) {
      if (input.kind == kind) {
        names.push_back(input.name);
      }
    }
    if (names.empty()) {
      return std::nullopt;
    }
    const std::string name = rng_.pick(names);
    const bool event = !scope_.rhythm.periodic;
    return node(kind, name + (event && rng_.chance(40) ? ".get(or: $0)" : ".hold(or: $0)"),
                {inner(kind, depth)});
  }
  const Output& target = *rng_.pick(targets);
  const bool same_class = target.rhythm.periodic == scope_.rhythm.periodic;
  Node which = reference(target, depth, false);
  if (target.pair) {
    const std::string way = same_class && rng_.chance(30) ? ".get()." : ".hold().";
    which.pattern +=
        way + rng_.pick({"0", "1"}) + ".defaults(to: $" + std::to_string(which.parts.size()) + ")";
  } else {
    const std::string way = same_class && rng_.chance(40) ? ".get" : ".hold";
    which.pattern += way + "(or: $" + std::to_string(which.parts.size()) + ")";
  }
  which.parts.push_back(inner(kind, depth - 1));
  which.kind = kind;
  return which;
}

std::optional<Node> Expressions::own_past(Kind kind, int depth) {
  const std::string back = std::to_string(rng_.between(1, 3));
  if (scope_.partner >= 0 && scope_.partner_kind == kind && rng_.chance(60)) {
    return node(kind, "o" + std::to_string(scope_.partner) + ".offset(by: -" + back + ", or: $0)",
                {make(kind, depth)}, {scope_.partner});
  }
  std::vector<const Output*> targets;
  for (const Output& o : scope_.model->outputs) {
    if (o.kind == kind && readable_now(o)) {
      targets.push_back(&o);
    }
  }
  if (scope_.self != nullptr && scope_.self->kind == kind && plain(*scope_.self)) {
    targets.insert(targets.end(), 3, scope_.self);
  }
  if (targets.empty()) {
    return std::nullopt;
  }
  Node which = reference(*rng_.pick(targets), 0, true);
  which.pattern +=
      rng_.chance(60) ? ".last(or: $0)" : ".offset(by: -" + back + ").defaults(to: $0)";
  which.parts = {make(kind, depth)};
  return which;
}

std::string Expressions::duration() {
  return rng_.pick({"1s", "2s", "500ms", "3s", "1.5s", "700ms", "10s"});
}

Node Expressions::operation(Kind kind, int depth) {
  if (rng_.chance(12)) {
    return node(kind, "(if $0 then $1 else $2)",
                {make(Kind::Bool, depth - 1), make(kind, depth - 1), make(kind, depth - 1)});
  }
  if (rng_.chance(6)) {
    const bool first = rng_.chance(50);
    Node other = make(rng_.pick({Kind::Bool, Kind::Int, Kind::String}), depth - 1);
    Node mine = make(kind, depth - 1);
    return first ? node(kind, "($0, $1).0", {std::move(mine), std::move(other)})
                 : node(kind, "($0, $1).1", {std::move(other), std::move(mine)});
  }
  if (kind == Kind::Float && rng_.chance(5)) {
    return node(kind, "cast<Float64, Prob>($0)", {make(kind, depth - 1)});
  }
  if (numeric(kind)) {
    return rng_.chance(25) ? conversion(kind, depth) : arithmetic(kind, depth);
  }
  return kind == Kind::Bool ? comparison(depth) : text(depth);
}

Node Expressions::arithmetic(Kind kind, int depth) {
  const char* pattern =
      rng_.pick({"($0 + $1)", "($0 + $1)", "($0 - $1)", "($0 * $1)", "min($0, $1)", "max($0, $1)"});
  if (kind == Kind::UInt) {  // a call of literals alone would be Int64
    pattern = rng_.pick({"($0 + $1)", "($0 - $1)", "($0 * $1)"});
  }
  if (rng_.chance(10)) {
    pattern = kind == Kind::Float ? "($0 / $1)" : rng_.pick({"($0 / $1)", "($0 % $1)"});
  }
  if (kind == Kind::UInt && rng_.chance(10)) {
    pattern = rng_.pick({"($0 & $1)", "($0 | $1)", "($0 ^ $1)", "($0 << ($1 % 8))"});
  }
  return node(kind, pattern, {make(kind, depth - 1), make(kind, depth - 1)});
}

Node Expressions::conversion(Kind kind, int depth) {
  const Kind from = kind == Kind::Int    ? rng_.pick({Kind::UInt, Kind::Float})
                    : kind == Kind::UInt ? rng_.pick({Kind::Int, Kind::Float})
                                         : rng_.pick({Kind::Int, Kind::UInt});
  const std::string types = kind_name(from) + ", " + kind_name(kind);
  return node(kind, "cast<" + types + ">($0)", {make(from, depth - 1)});
}

/// Whether some stream of the same class has a value now.
std::optional<Node> Expressions::freshness(int depth) {
  if (!scope_.rhythm.periodic && rng_.chance(40)) {
    return node(Kind::Bool, rng_.pick(scope_.model->inputs).name + ".is_fresh()");
  }
  std::vector<const Output*> targets;
  for (const Output& o : scope_.model->outputs) {
    if (!o.trigger && o.rhythm.periodic == scope_.rhythm.periodic) {
      targets.push_back(&o);
    }
  }
  if (targets.empty()) {
    return std::nullopt;
  }
  Node made = reference(*rng_.pick(targets), depth, false);
  made.kind = Kind::Bool;
  made.pattern += ".is_fresh()";
  return made;
}

Node Expressions::comparison(int depth) {
  if (auto fresh = rng_.chance(12) ? freshness(depth - 1) : std::nullopt) {
    return *fresh;
  }
  switch (rng_.below(5)) {
    case 0:
      return node(Kind::Bool, rng_.pick({"($0 && $1)", "($0 || $1)", "($0 -> $1)"}),
                  {make(Kind::Bool, depth - 1), make(Kind::Bool, depth - 1)});
    case 1:
      return node(Kind::Bool, "!($0)", {make(Kind::Bool, depth - 1)});
    default: {
      const Kind kind = rng_.pick({Kind::Int, Kind::Int, Kind::UInt, Kind::Float, Kind::String});
      return node(Kind::Bool, rng_.pick({"($0 == $1)", "($0 != $1)", "($0 < $1)", "($0 >= $1)"}),
                  {make(kind, depth - 1), make(kind, depth - 1)});
    }
  }
}

/// No text takes up more than one other, and never its own past: texts must not grow for ever.
Node Expressions::text(int depth) {
  const Kind kind = rng_.pick({Kind::Int, Kind::Float, Kind::Bool});
  return node(Kind::String, "format(\"<{{a}}|{{b}}\", $0, $1)",
              {make(kind, depth - 1), inner(Kind::String, 0)});
}

Node Expressions::condition(int depth) {
  std::vector<Node> found;
  for (const Kind kind : {Kind::Bool, Kind::Int, Kind::Float, Kind::String}) {
    if (auto read = synchronous(kind)) {
      found.push_back(*std::move(read));
    }
  }
  if (found.empty()) {
    return make(Kind::Bool, depth);
  }
  Node read = rng_.pick(found);
  if (read.kind == Kind::Bool) {
    return rng_.chance(60) ? read : node(Kind::Bool, "($0 != $1)", {read, make(Kind::Bool, depth)});
  }
  const Kind kind = read.kind;
  return node(Kind::Bool, rng_.pick({"($0 == $1)", "($0 < $1)", "($0 >= $1)"}),
              {std::move(read), make(kind, depth)});
}

}  // namespace fairmon::random_cases
