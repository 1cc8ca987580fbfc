#include <algorithm>
#include <unordered_set>

#include "ir/passes/passes.hpp"
#include "ir/rewrite.hpp"
#include "ir/structure.hpp"

namespace fairmon::ir::passes {
namespace {

/// Inputs that have a value whenever the formula is satisfied.
void collect_certain(const Activation& formula, std::unordered_set<StreamId>& certain) {
  if (formula.kind == Activation::Kind::Input) {
    certain.insert(formula.input);
  } else if (formula.kind == Activation::Kind::And) {
    for (const Activation& part : formula.parts) {
      collect_certain(part, certain);
    }
  }
}

class GuardMerger {
 public:
  explicit GuardMerger(Program& program) : program_(program), structure_(program) {}

  void merge(ExprId& when, const Pacing& pacing) {
    if (!when.valid() || program_.exprs[when].kind != ExprKind::And) {
      drop_certain(when, pacing);
      return;
    }
    std::vector<ExprId> parts;
    flatten(when, parts);
    std::unordered_set<std::uint32_t> seen;
    std::vector<ExprId> kept;
    for (ExprId part : parts) {
      drop_certain(part, pacing);
      // The first of equal conditions decides: a second look gives the same answer.
      if (part.valid() && seen.insert(structure_.number(part)).second) {
        kept.push_back(part);
      }
    }
    if (kept.size() == program_.exprs[when].operands.size() && kept == parts) {
      return;
    }
    if (kept.size() < 2) {
      when = kept.empty() ? ExprId() : kept.front();
      return;
    }
    Expr conjunction = program_.exprs[when];
    conjunction.operands = std::move(kept);
    when = program_.exprs.push_back(std::move(conjunction));
  }

 private:
  void flatten(ExprId id, std::vector<ExprId>& parts) const {
    if (program_.exprs[id].kind != ExprKind::And) {
      parts.push_back(id);
      return;
    }
    for (const ExprId operand : program_.exprs[id].operands) {
      flatten(operand, parts);
    }
  }

  /// Forgets a test for freshness that the pacing answers already.
  void drop_certain(ExprId& part, const Pacing& pacing) const {
    if (!part.valid() || program_.exprs[part].kind != ExprKind::IsFresh ||
        pacing.kind != PacingKind::Event) {
      return;
    }
    std::unordered_set<StreamId> certain;
    collect_certain(pacing.activation, certain);
    if (certain.contains(program_.exprs[part].stream)) {
      part = {};
    }
  }

  Program& program_;
  Structure structure_;
};

}  // namespace

void merge_guards(Program& program) {
  GuardMerger merger(program);
  for (Stream& stream : program.streams) {
    if (stream.spawn) {
      merger.merge(stream.spawn->when, stream.spawn->pacing);
    }
    for (EvalClause& eval : stream.evals) {
      merger.merge(eval.when, eval.pacing);
    }
    if (stream.close) {
      merger.merge(stream.close->when, stream.close->pacing);
    }
  }
}

}  // namespace fairmon::ir::passes
