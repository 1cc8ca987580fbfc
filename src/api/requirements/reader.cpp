#include "api/requirements/reader.hpp"

#include <algorithm>
#include <set>

#include "sema/structure/quantities.hpp"
#include "syntax/print.hpp"

namespace fairmon::api {

using syntax::ExprId;
using syntax::ExprKind;
using syntax::Op;
using syntax::OutputId;

RequirementReader::RequirementReader(const Front& front, std::uint32_t num_inputs)
    : front_(front), num_inputs_(num_inputs) {
  for (const syntax::DeclRef& ref : front.ast.order) {
    if (ref.kind == syntax::DeclKind::Output) {
      stream_of_[ref.index] = num_inputs + static_cast<std::uint32_t>(order_.size());
      order_.emplace_back(ref.index);
    }
  }
}

std::vector<Requirement> RequirementReader::read() const {
  std::vector<Requirement> list;
  for (const OutputId id : order_) {
    if (front_.ast.outputs[id].trigger) {
      list.push_back(requirement(id));
    }
  }
  return list;
}

std::string RequirementReader::text(ExprId id) const {
  return syntax::print_expression(front_.ast, id);
}

std::string RequirementReader::clause_text(const syntax::EvalDecl& eval) const {
  std::string out;
  out += eval.pacing ? syntax::print_pacing(front_.ast, *eval.pacing) + " " : "";
  out += eval.when.valid() ? "when " + text(eval.when) + " " : "";
  return out + (eval.with.valid() ? "with " + text(eval.with) : "");
}

std::string RequirementReader::definition(std::uint32_t stream) const {
  if (stream < num_inputs_ || stream - num_inputs_ >= order_.size()) {
    return {};
  }
  const syntax::OutputDecl& output = front_.ast.outputs[order_[stream - num_inputs_]];
  if (output.trigger) {
    return {};
  }
  if (output.short_form && output.evals.size() == 1) {
    const syntax::EvalDecl& eval = output.evals.front();
    return (eval.pacing ? syntax::print_pacing(front_.ast, *eval.pacing) + " " : "") +
           ":= " + text(eval.with);
  }
  std::string out;
  for (const syntax::EvalDecl& eval : output.evals) {
    out += (out.empty() ? "eval " : "; eval ") + clause_text(eval);
  }
  return out;
}

const sema::ConstructUse* RequirementReader::construct(ExprId id) const {
  const std::int32_t index = front_.analysis.exprs[id].construct;
  return index < 0 ? nullptr : &front_.analysis.constructs[static_cast<std::size_t>(index)];
}

ExprId RequirementReader::core(ExprId id) const {
  while (id.valid()) {
    const syntax::Expr& expr = front_.ast.exprs[id];
    if (expr.kind == ExprKind::Paren) {
      id = expr.operands[0];
      continue;
    }
    const sema::ConstructUse* use = construct(id);
    const bool wraps = use != nullptr && (use->kind == sema::ConstructKind::Defaults ||
                                          use->kind == sema::ConstructKind::Cast ||
                                          use->kind == sema::ConstructKind::Widen);
    if (!wraps) {
      break;
    }
    id = use->operand;
  }
  return id;
}

std::vector<ExprId> RequirementReader::conjuncts(ExprId condition) const {
  std::vector<ExprId> parts;
  std::vector<ExprId> open = {condition};
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    if (!id.valid()) {
      continue;
    }
    const syntax::Expr& expr = front_.ast.exprs[id];
    if (expr.kind == ExprKind::Paren) {
      open.push_back(expr.operands[0]);
    } else if (expr.kind == ExprKind::Binary && expr.op == Op::And) {
      open.insert(open.end(), expr.operands.rbegin(), expr.operands.rend());
    } else {
      parts.push_back(id);
    }
  }
  return parts;
}

std::optional<double> RequirementReader::number_in(ExprId id) const {
  id = core(id);
  if (!id.valid()) {
    return std::nullopt;
  }
  const syntax::Expr& expr = front_.ast.exprs[id];
  if (expr.kind == ExprKind::Unary && expr.op == Op::Negate) {
    const auto value = number_in(expr.operands[0]);
    return value ? std::optional(-*value) : std::nullopt;
  }
  if (expr.kind == ExprKind::Number && expr.unit.empty()) {
    return sema::structure::real_value(expr.text);
  }
  const sema::NameRef& ref = front_.analysis.exprs[id].ref;
  if (expr.kind != ExprKind::Name || ref.kind != sema::RefKind::Constant) {
    return std::nullopt;
  }
  return number_in(front_.ast.constants[syntax::ConstantId(ref.index)].value);
}

std::optional<OutputId> RequirementReader::stream_in(ExprId id) const {
  id = core(id);
  const sema::ConstructUse* use = id.valid() ? construct(id) : nullptr;
  if (use == nullptr || use->target.kind != sema::RefKind::Output || !use->components.empty()) {
    return std::nullopt;
  }
  const bool reads = use->kind == sema::ConstructKind::Sync ||
                     use->kind == sema::ConstructKind::Hold ||
                     use->kind == sema::ConstructKind::Get;
  return reads ? std::optional(OutputId(use->target.index)) : std::nullopt;
}

std::optional<RequirementReader::Limit> RequirementReader::comparison_in(ExprId id) const {
  const syntax::Expr& expr = front_.ast.exprs[id];
  const bool greater = expr.op == Op::Greater || expr.op == Op::GreaterEqual;
  const bool less = expr.op == Op::Less || expr.op == Op::LessEqual;
  if (expr.kind != ExprKind::Binary || (!greater && !less)) {
    return std::nullopt;
  }
  for (const std::size_t side : {0U, 1U}) {
    const auto stream = stream_in(expr.operands[side]);
    const auto number = number_in(expr.operands[1 - side]);
    if (stream && number) {
      Limit limit;
      limit.stream = *stream;
      limit.threshold = *number;
      limit.above = side == 0 ? greater : less;
      limit.or_equal = expr.op == Op::GreaterEqual || expr.op == Op::LessEqual;
      return limit;
    }
  }
  return std::nullopt;
}

std::optional<RequirementReader::Limit> RequirementReader::limit_in(ExprId condition,
                                                                    int depth) const {
  constexpr int kDeepest = 4;
  const ExprId id = core(condition);
  const sema::ConstructUse* use = construct(id);
  // A condition may have a name of its own: a stream of Booleans, which is looked through.
  const auto named = stream_in(id);
  if (named && depth < kDeepest && front_.ast.outputs[*named].evals.size() == 1 &&
      front_.analysis.outputs[*named].type.is(TypeKind::Bool)) {
    const ExprId with = front_.ast.outputs[*named].evals.front().with;
    return with.valid() ? limit_in(with, depth + 1) : std::nullopt;
  }
  if (use == nullptr || use->kind != sema::ConstructKind::Claim) {
    return comparison_in(id);
  }
  if (use->claim != sema::ClaimKind::Certain) {
    return std::nullopt;
  }
  auto limit = comparison_in(core(use->operand));
  if (limit) {
    limit->level = 1.0 - use->error;
  }
  return limit;
}

std::optional<RequirementReader::Extreme> RequirementReader::extreme_in(ExprId id,
                                                                        int depth) const {
  id = core(id);
  const sema::ConstructUse* use = id.valid() ? construct(id) : nullptr;
  if (use == nullptr || depth > 4) {
    return std::nullopt;
  }
  if (use->kind == sema::ConstructKind::InstanceWindow && use->aggregate != nullptr &&
      use->target.kind == sema::RefKind::Output) {
    const bool largest = use->aggregate->name == "max";
    const bool smallest = use->aggregate->name == "min";
    return largest || smallest
               ? std::optional(Extreme{OutputId(use->target.index), largest, use->where.valid()})
               : std::nullopt;
  }
  const auto stream = stream_in(id);
  if (!stream || front_.ast.outputs[*stream].evals.size() != 1) {
    return std::nullopt;
  }
  return extreme_in(front_.ast.outputs[*stream].evals.front().with, depth + 1);
}

void RequirementReader::read_measure(const Limit& limit, Requirement& requirement) const {
  const syntax::OutputDecl& measure = front_.ast.outputs[limit.stream];
  requirement.measure = stream_of_.at(limit.stream.value);
  requirement.threshold = limit.threshold;
  requirement.above = limit.above;
  requirement.or_equal = limit.or_equal;
  requirement.level = limit.level;
  requirement.formula = definition(*requirement.measure);
  for (const syntax::EvalDecl& eval : measure.evals) {
    ExprId with = core(eval.with);
    if (with.valid() && front_.ast.exprs[with].kind == ExprKind::If) {
      with = core(front_.ast.exprs[with].operands[1]);
    }
    if (!with.valid() || front_.ast.exprs[with].kind != ExprKind::Binary) {
      continue;
    }
    const syntax::Expr& expr = front_.ast.exprs[with];
    const auto left = extreme_in(expr.operands[0]);
    const auto right = extreme_in(expr.operands[1]);
    if (!left || !right || left->of != right->of || left->largest == right->largest) {
      continue;
    }
    if (expr.op == Op::Subtract && left->largest) {
      requirement.comparison = GroupComparison::Difference;
    } else if (expr.op == Op::Divide && right->largest) {
      requirement.comparison = GroupComparison::Ratio;
    } else {
      continue;
    }
    requirement.filtered = left->filtered || right->filtered;
    read_rates(left->of, requirement);
    return;
  }
}

bool RequirementReader::compares_groups(const Limit& limit) const {
  Requirement trial;
  read_measure(limit, trial);
  return trial.comparison != GroupComparison::None;
}

/// Whether for every parameter the condition of each clause says what of the event it equals.
bool RequirementReader::chooses_instance(const syntax::OutputDecl& output) const {
  if (output.parameters.empty() || output.evals.empty()) {
    return false;
  }
  for (const syntax::EvalDecl& eval : output.evals) {
    std::set<std::uint32_t> chosen;
    for (const ExprId part : conjuncts(eval.when)) {
      const syntax::Expr& expr = front_.ast.exprs[part];
      if (expr.kind != ExprKind::Binary || expr.op != Op::Equal) {
        continue;
      }
      for (const std::size_t side : {0U, 1U}) {
        const sema::NameRef& own = front_.analysis.exprs[core(expr.operands[side])].ref;
        const sema::NameRef& other = front_.analysis.exprs[core(expr.operands[1 - side])].ref;
        if (own.kind == sema::RefKind::Parameter && other.kind != sema::RefKind::Parameter) {
          chosen.insert(own.index);
        }
      }
    }
    if (chosen.size() != output.parameters.size()) {
      return false;
    }
  }
  return true;
}

void RequirementReader::read_rates(OutputId id, Requirement& requirement) const {
  const syntax::OutputDecl& rates = front_.ast.outputs[id];
  requirement.rates = stream_of_.at(id.value);
  requirement.rates_formula = definition(*requirement.rates);
  requirement.exclusive = chooses_instance(rates);
  for (const syntax::EvalDecl& eval : rates.evals) {
    for (const ExprId part : conjuncts(eval.when)) {
      const auto limit = comparison_in(core(part));
      if (limit && limit->above &&
          front_.ast.outputs[limit->stream].parameters.size() == rates.parameters.size()) {
        requirement.support = stream_of_.at(limit->stream.value);
        requirement.min_support = limit->threshold;
      }
    }
  }
}

Requirement RequirementReader::requirement(OutputId id) const {
  const syntax::OutputDecl& trigger = front_.ast.outputs[id];
  Requirement result;
  result.trigger = stream_of_.at(id.value);
  std::optional<Limit> chosen;
  std::vector<ExprId> parts;
  for (const syntax::EvalDecl& eval : trigger.evals) {
    if (eval.when.valid()) {
      result.condition += (result.condition.empty() ? "" : " or ") + text(eval.when);
    }
    for (const ExprId part : conjuncts(eval.when)) {
      parts.push_back(part);
      const auto limit = limit_in(part);
      // A number of groups or of cases is compared to see whether there is something to judge, and
      // what guards a division stands in front: groups come first, then what comes last.
      if (limit && front_.analysis.outputs[limit->stream].type.is_real() &&
          !(chosen && compares_groups(*chosen))) {
        chosen = limit;
      }
    }
  }
  if (!chosen || trigger.evals.size() != 1) {
    return result;
  }
  read_measure(*chosen, result);
  std::set<std::string> known;
  for (const syntax::EvalDecl& eval : front_.ast.outputs[chosen->stream].evals) {
    for (const ExprId part : conjuncts(eval.when)) {
      known.insert(text(part));
    }
  }
  result.further_conditions = std::any_of(parts.begin(), parts.end(), [&](ExprId part) {
    const auto limit = limit_in(part);
    return !(limit && limit->stream == chosen->stream) && !known.contains(text(part));
  });
  return result;
}

}  // namespace fairmon::api
