#include <memory>

#include "sema/names/names.hpp"
#include "sema/types/checker.hpp"
#include "sema/types/types.hpp"

/// Which divisions of integers are real ones: those whose result is used as a real number, unless
/// something else needs the integer.
namespace fairmon::sema::types {

using syntax::ExprKind;
using syntax::Op;

WantedReals Checker::wanted_real() const {
  WantedReals wanted;
  std::unordered_set<std::uint32_t> seen;
  struct Step {
    ExprId id;
    ExprId use;  ///< where the real number is used
  };
  std::vector<Step> open;
  const auto is_integer = [&](TermId term) {
    return !terms_.is_poison(term) && (terms_.kinds(term) & ~kIntegers) == 0;
  };
  for (const ExprId id : visited_) {
    if (is_integer(type_of(id)) && terms_.may_be(used_as(id), kReals)) {
      open.push_back({id, id});
    }
  }
  for (std::uint32_t i = 0; i < outputs_.size(); ++i) {
    if (!terms_.is(outputs_[i], TypeKind::Prob)) {
      continue;
    }
    for (const syntax::EvalDecl& eval : context_.output(i).evals) {
      if (eval.with.valid() && type_of(eval.with).valid() && is_integer(type_of(eval.with))) {
        open.push_back({eval.with, eval.with});
      }
    }
  }
  // From each integer that is used as a real, down to the divisions it comes from.
  while (!open.empty()) {
    const auto [id, place] = open.back();
    open.pop_back();
    if (!seen.insert(id.value).second || !type_of(id).valid() || !is_integer(type_of(id))) {
      continue;
    }
    const syntax::Expr& expr = context_.expr(id);
    if (const ConstructUse* use = context_.construct(id)) {
      if (use->kind == ConstructKind::Defaults) {
        open.push_back({use->operand, place});
      } else if (use->target.kind == RefKind::Output && !declared_.outputs[use->target.index] &&
                 (use->aggregate == nullptr || keeps_type(*use))) {
        for (const syntax::EvalDecl& eval : context_.output(use->target.index).evals) {
          if (eval.with.valid()) {
            open.push_back({eval.with, place});
          }
        }
      }
      continue;
    }
    if (expr.kind == ExprKind::Binary && expr.op == Op::Divide) {
      wanted.emplace(id.value, place);
      continue;
    }
    for (std::size_t i = expr.kind == ExprKind::If ? 1 : 0; i < expr.operands.size(); ++i) {
      open.push_back({expr.operands[i], place});
    }
  }
  return wanted;
}

namespace {

Declared read_annotations(Context& context) {
  Declared declared;
  for (const syntax::OutputDecl& output : context.ast.outputs) {
    declared.outputs.push_back(output.type ? std::optional(names::named_type(context, *output.type))
                                           : std::nullopt);
    std::vector<std::optional<Type>> parameters;
    for (const syntax::Param& parameter : output.parameters) {
      parameters.push_back(parameter.type
                               ? std::optional(names::named_type(context, *parameter.type))
                               : std::nullopt);
    }
    declared.parameters.push_back(std::move(parameters));
  }
  return declared;
}

/// One run of inference with its own messages, so that another run can replace it.
struct Attempt {
  Diagnostics found;
  Checker checker;

  Attempt(Context& context, const Declared& declared, std::unordered_set<std::uint32_t> real)
      : checker(context, declared, found, std::move(real)) {
    checker.run();
  }
};

/// Tries divisions as real ones and keeps what adds no error.
class Divisions {
 public:
  Divisions(Context& context, const Declared& declared)
      : context_(context),
        declared_(declared),
        best_(std::make_unique<Attempt>(context, declared, real_)) {}

  Attempt& settle() {
    // Dividing as reals can make further divisions wanted as reals; each round adds at least one.
    constexpr int kMostRounds = 8;
    for (int round = 0; round < kMostRounds; ++round) {
      WantedReals wanted = best_->checker.wanted_real();
      std::erase_if(wanted, [&](const auto& one) {
        return real_.contains(one.first) || refused_.contains(one.first);
      });
      if (wanted.empty()) {
        break;
      }
      if (!try_these(wanted)) {
        for (const auto& one : wanted) {
          try_alone(one.first, one.second);
        }
      }
    }
    return *best_;
  }

 private:
  bool try_these(const WantedReals& wanted) {
    std::unordered_set<std::uint32_t> all = real_;
    for (const auto& one : wanted) {
      all.insert(one.first);
    }
    auto next = std::make_unique<Attempt>(context_, declared_, all);
    if (next->found.count(Severity::Error) > best_->found.count(Severity::Error)) {
      hindered_ = std::move(next);
      return false;
    }
    real_ = std::move(all);
    best_ = std::move(next);
    return true;
  }

  void try_alone(std::uint32_t division, ExprId use) {
    constexpr std::size_t kMostTried = 32;  // each takes as long as the whole
    refused_.insert(division);
    if (refused_.size() <= kMostTried && try_these({{division, use}})) {
      refused_.erase(division);
      return;
    }
    diag::Report report(context_.diagnostics, Severity::Warning, "integer-division",
                        context_.expr(ExprId(division)).focus,
                        "these integers are divided as integers, which cuts off the fraction, "
                        "although a real number is used");
    report.label(context_.expr(use).span, "used as a real number here");
    for (const Diagnostic& item : hindered_->found.all()) {
      if (item.severity == Severity::Error && !already_said(item)) {
        report.label(item.primary_span(), "but as an integer here");
        break;
      }
    }
    report.help("convert one side, `cast<Int64, Float64>(…)`, where real numbers are meant");
  }

  [[nodiscard]] bool already_said(const Diagnostic& item) const {
    for (const Diagnostic& said : best_->found.all()) {
      if (said.message == item.message && said.primary_span() == item.primary_span()) {
        return true;
      }
    }
    return false;
  }

  Context& context_;
  const Declared& declared_;
  std::unordered_set<std::uint32_t> real_;
  std::unordered_set<std::uint32_t> refused_;
  std::unique_ptr<Attempt> best_;
  std::unique_ptr<Attempt> hindered_;  ///< the last attempt that added errors
};

}  // namespace

void infer(Context& context) {
  const Declared declared = read_annotations(context);
  Divisions divisions(context, declared);
  Attempt& best = divisions.settle();
  best.checker.write_facts();
  for (const Diagnostic& item : best.found.all()) {
    context.diagnostics.add(item);
  }
}

}  // namespace fairmon::sema::types
