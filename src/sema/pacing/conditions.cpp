#include "sema/pacing/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fairmon::sema::pacing {

using syntax::ExprKind;
using syntax::Op;

bool implies(const Condition& a, const Condition& b) {
  return std::all_of(b.clauses.begin(), b.clauses.end(), [&](const Condition::Clause& wanted) {
    if (std::binary_search(wanted.begin(), wanted.end(), a.whole) && !a.clauses.empty()) {
      return true;
    }
    return std::any_of(a.clauses.begin(), a.clauses.end(), [&](const Condition::Clause& given) {
      return std::includes(wanted.begin(), wanted.end(), given.begin(), given.end());
    });
  });
}

Shapes::Shapes(const Context& context) : context_(context) { number("true"); }

std::uint32_t Shapes::number(std::string key) {
  const auto next = static_cast<std::uint32_t>(numbers_.size());
  return numbers_.try_emplace(std::move(key), next).first->second;
}

std::uint32_t Shapes::of_parameter(std::uint32_t output, std::uint32_t index) {
  const syntax::OutputDecl& decl = context_.output(output);
  if (!decl.spawn || !decl.spawn->with.valid()) {
    return number(fmt::format("parameter {} {}", output, index));
  }
  ExprId with = decl.spawn->with;
  if (decl.parameters.size() > 1) {
    const syntax::Expr& tuple = context_.expr(strip(context_.ast, with));
    if (tuple.kind != ExprKind::Tuple || index >= tuple.operands.size()) {
      return number(fmt::format("parameter {} {}", output, index));
    }
    with = tuple.operands[index];
  }
  // A spawn clause that reads its own parameters is refused elsewhere; here it must come to an end.
  if (std::find(spawning_.begin(), spawning_.end(), output) != spawning_.end()) {
    return number(fmt::format("parameter {} {}", output, index));
  }
  spawning_.push_back(output);
  const std::uint32_t when = decl.spawn->when.valid() ? of(decl.spawn->when, output) : 0;
  const std::uint32_t value = of(with, output);
  spawning_.pop_back();
  return number(fmt::format("spawned {} {}", value, when));
}

std::uint32_t Shapes::of(ExprId id, std::uint32_t output) {
  id = strip(context_.ast, id);
  const syntax::Expr& expr = context_.expr(id);
  const ExprFacts& facts = context_.facts(id);
  if (facts.ref.kind == RefKind::Parameter) {
    return of_parameter(output, facts.ref.index);
  }
  std::string key = fmt::format("{}", static_cast<int>(expr.kind));
  if (const ConstructUse* use = context_.construct(id)) {
    key += fmt::format(" form{} {}.{} {}", static_cast<int>(use->kind),
                       static_cast<int>(use->target.kind), use->target.index, use->offset);
    for (const std::uint32_t component : use->components) {
      key += fmt::format(" .{}", component);
    }
    if (use->duration) {
      key += fmt::format(" {}/{}", use->duration->numerator, use->duration->denominator);
    }
    key += fmt::format(" {} {} {} {}", use->count, use->exact, static_cast<int>(use->selection),
                       use->aggregate == nullptr ? "" : use->aggregate->name);
    key += fmt::format(" {} {}", use->aggregate_argument, static_cast<int>(use->claim));
  } else {
    key += fmt::format(" {} {} {}.{} {} {}", static_cast<int>(expr.op), expr.index,
                       static_cast<int>(facts.ref.kind), facts.ref.index,
                       facts.function == nullptr ? "" : facts.function->name, expr.text.size());
    key += ':' + expr.text;
  }
  std::vector<std::uint32_t> children;
  for (const ExprId child : dependencies_of(context_, id)) {
    children.push_back(of(child, output));
  }
  // `a == b` says the same as `b == a`.
  if (expr.kind == ExprKind::Binary && (expr.op == Op::Equal || expr.op == Op::NotEqual)) {
    std::sort(children.begin(), children.end());
  }
  for (const std::uint32_t child : children) {
    key += fmt::format(" {}", child);
  }
  return number(std::move(key));
}

void Shapes::add_alternatives(ExprId id, std::uint32_t output, Condition::Clause& clause) {
  const syntax::Expr& expr = context_.expr(strip(context_.ast, id));
  if (expr.kind == ExprKind::Binary && expr.op == Op::Or) {
    add_alternatives(expr.operands[0], output, clause);
    add_alternatives(expr.operands[1], output, clause);
    return;
  }
  clause.push_back(of(id, output));
}

void Shapes::add_clauses(ExprId id, std::uint32_t output, Condition& result) {
  const syntax::Expr& expr = context_.expr(strip(context_.ast, id));
  if (expr.kind == ExprKind::Binary && expr.op == Op::And) {
    add_clauses(expr.operands[0], output, result);
    add_clauses(expr.operands[1], output, result);
    return;
  }
  if (expr.kind == ExprKind::Bool && expr.text == "true") {
    return;
  }
  Condition::Clause clause;
  add_alternatives(id, output, clause);
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  result.clauses.push_back(std::move(clause));
}

Condition Shapes::condition(ExprId id, std::uint32_t output) {
  Condition result;
  if (id.valid()) {
    add_clauses(id, output, result);
    result.whole = of(id, output);
    std::sort(result.clauses.begin(), result.clauses.end());
  }
  return result;
}

Condition Shapes::any_condition(const std::vector<ExprId>& ids, std::uint32_t output) {
  if (ids.size() == 1) {
    return condition(ids.front(), output);
  }
  Condition result;
  Condition::Clause clause;
  for (const ExprId id : ids) {
    if (!id.valid() || condition(id, output).clauses.empty()) {
      return {};
    }
    add_alternatives(id, output, clause);
  }
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  result.clauses.push_back(std::move(clause));
  return result;
}

}  // namespace fairmon::sema::pacing
