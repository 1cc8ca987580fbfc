#include "random/expressions.hpp"

#include <algorithm>

namespace fairmon::random_cases {
namespace {

Node node(Kind kind, std::string pattern, std::vector<Node> parts = {},
          std::vector<int> uses = {}) {
  return {kind, std::move(pattern), std::move(parts), std::move(uses)};
}

/// Whether every deadline of `mine` is one of `theirs`.
bool multiple_of(const Rhythm& mine, const Rhythm& theirs) {
  return (mine.numerator * theirs.denominator) % (mine.denominator * theirs.numerator) == 0;
}

/// Which component of its value has this kind; a stream without components is one.
std::optional<std::string> component(const Output& o, Kind kind) {
  if (o.trigger) {
    return std::nullopt;
  }
  if (!o.pair) {
    return o.kind == kind ? std::optional<std::string>("") : std::nullopt;
  }
  return o.second == kind ? std::optional<std::string>(".1")
         : o.kind == kind ? std::optional<std::string>(".0")
                          : std::nullopt;
}

}  // namespace

Node Expressions::make(Kind kind, int depth) {
  if (depth <= 0 || rng_.chance(15)) {
    return leaf(kind);
  }
  std::optional<Node> made;
  switch (rng_.below(10)) {
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
      made = kind == Kind::Float || kind == Kind::Prob ? probability(depth - 1) : synchronous(kind);
      break;
    case 6:
      made = common() ? std::nullopt : chosen_access(kind, depth - 1);
      break;
    default:
      break;
  }
  return made ? *std::move(made) : operation(kind, depth);
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

std::optional<Node> Expressions::input_access(Kind kind, int depth) {
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
  const bool get = !scope_.rhythm.periodic && rng_.chance(40);
  return node(kind, name + (get ? ".get(or: $0)" : ".hold(or: $0)"), {inner(kind, depth)});
}

std::optional<Node> Expressions::access(Kind kind, int depth) {
  std::vector<const Output*> targets;
  for (const Output& o : scope_.model->outputs) {
    if (component(o, kind)) {
      targets.push_back(&o);
    }
  }
  if (targets.empty() || rng_.chance(30)) {
    return input_access(kind, depth);
  }
  const Output& target = *rng_.pick(targets);
  const std::string part = *component(target, kind);
  const bool same_class = target.rhythm.periodic == scope_.rhythm.periodic;
  const std::string way = same_class && rng_.chance(40) ? ".get" : ".hold";
  Node which = reference(target, depth, false);
  const std::string substitute = "$" + std::to_string(which.parts.size());
  if (part.empty() || rng_.chance(40)) {
    which.pattern += part + way + "(or: " + substitute + ")";
  } else if (rng_.chance(50) || target.kind != target.second) {
    which.pattern += way + "()" + part + ".defaults(to: " + substitute + ")";
  } else {
    which.pattern += way + "(or: (" + substitute + ", " + substitute + "))" + part;
  }
  which.parts.push_back(inner(kind, depth - 1));
  which.kind = kind;
  return which;
}

/// An access that may be absent; without parts, as it is repeated nowhere.
std::optional<Node> Expressions::absent_access(Kind kind) {
  std::vector<Node> found;
  const bool periodic = scope_.rhythm.periodic;
  for (const Input& input : scope_.model->inputs) {
    if (input.kind == kind) {
      found.push_back(
          node(kind, input.name + (!periodic && rng_.chance(50) ? ".get()" : ".hold()")));
    }
  }
  for (const Output& o : scope_.model->outputs) {
    if (o.plain() && o.kind == kind) {
      found.push_back(reference(o, 0, false));
      const bool get = o.rhythm.periodic == periodic && rng_.chance(40);
      found.back().pattern += get ? ".get()" : ".hold()";
    }
  }
  return found.empty() ? std::nullopt : std::optional(rng_.pick(found));
}

/// One of two accesses, or their comparison, while they are still optional.
std::optional<Node> Expressions::chosen_access(Kind kind, int depth) {
  if (kind == Kind::Bool) {
    const Kind of = rng_.pick({Kind::Int, Kind::String, Kind::Float});
    auto left = absent_access(of);
    auto right = absent_access(of);
    if (left && right) {
      return node(kind, rng_.pick({"($0 == $1)", "($0 != $1)"}), {*left, *right});
    }
  }
  auto left = absent_access(kind);
  auto right = absent_access(kind);
  if (!left || !right) {
    return std::nullopt;
  }
  return node(kind, "(if $0 then $1 else $2).defaults(to: $3)",
              {make(Kind::Bool, depth), *left, *right, inner(kind, 0)});
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
  if (scope_.self != nullptr && scope_.self->kind == kind && scope_.self->plain()) {
    targets.insert(targets.end(), 3, scope_.self);
  }
  if (targets.empty()) {
    return std::nullopt;
  }
  Node which = reference(*rng_.pick(targets), 0, true);
  switch (rng_.below(5)) {
    case 0:
      which.pattern += ".offset(by: -" + back + ").defaults(to: $0)";
      break;
    case 1:
      which.pattern += "[-" + back + "].defaults(to: $0)";
      break;
    case 2:
      which.pattern += ".offset(by: -" + back + ", or: $0)";
      break;
    default:
      which.pattern += ".last(or: $0)";
      break;
  }
  which.parts = {make(kind, depth)};
  return which;
}

std::string Expressions::duration() {
  return rng_.pick({"1s", "2s", "500ms", "3s", "1.5s", "700ms", "10s"});
}

/// Whether some stream of the same class has a value now.
std::optional<Node> Expressions::freshness(int depth) {
  if (!scope_.rhythm.periodic && !scope_.model->inputs.empty() && rng_.chance(40)) {
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

Node Expressions::condition(int depth) {
  std::vector<Node> found;
  for (const Kind kind : {Kind::Bool, Kind::Int, Kind::Float, Kind::String, Kind::Prob, Kind::Fixed,
                          Kind::Small, Kind::Time}) {
    if (auto read = synchronous(kind)) {
      found.push_back(*std::move(read));
    }
  }
  if (found.empty()) {
    return make(Kind::Bool, depth);
  }
  Node read = rng_.pick(found);
  if (rng_.chance(15)) {
    if (auto share = probability(depth)) {  // read beside it, so that there are trials
      return node(Kind::Bool, rng_.pick({"($0 == $1 && $2 > 0.5)", "($0 != $1 || $2 <= 0.25)"}),
                  {read, make(read.kind, depth), *std::move(share)});
    }
  }
  if (read.kind == Kind::Bool) {
    return rng_.chance(60) ? read : node(Kind::Bool, "($0 != $1)", {read, make(Kind::Bool, depth)});
  }
  const Kind kind = read.kind;
  return node(Kind::Bool, rng_.pick({"($0 == $1)", "($0 < $1)", "($0 >= $1)"}),
              {std::move(read), make(kind, depth)});
}

}  // namespace fairmon::random_cases
