#include <algorithm>

#include "sema/graph.hpp"
#include "sema/pacing/pacer.hpp"
#include "sema/pacing/pacing.hpp"

namespace fairmon::sema::pacing {

Timing Pacer::timing_of(ExprId access) const {
  const ConstructUse& use = *context_.construct(access);
  if (use.target.kind == RefKind::Input) {
    return Timing::event(Formula::input(use.target.index));
  }
  return lives_[use.target.index].eval;
}

Timing Pacer::meet_all(std::uint32_t output, Clause& clause, const std::vector<ExprId>& accesses,
                       const std::vector<std::uint32_t>& unknown_yet, Timing start) {
  Timing result = std::move(start);
  ExprId first;
  for (const ExprId access : accesses) {
    const NameRef target = context_.construct(access)->target;
    const bool unknown = target.kind == RefKind::Output &&
                         std::binary_search(unknown_yet.begin(), unknown_yet.end(), target.index);
    // Streams that read each other follow what they read from outside.
    if (unknown || (target.kind == RefKind::Output && target.index == output &&
                    clause.kind == ClauseKind::EvalWith)) {
      continue;
    }
    const Timing timing = timing_of(access);
    const auto both = meet(result, timing);
    if (!both) {
      if (!clause.failed) {
        conflict(output, clause, access, timing, first, result);
      }
      clause.failed = true;
      return Timing::unknown();
    }
    if (result.kind == TimingKind::Constant && both->kind != TimingKind::Constant) {
      first = access;
    }
    result = *both;
  }
  return result;
}

Timing Pacer::trials(std::uint32_t output, Clause& clause, ExprId prob,
                     const std::vector<std::uint32_t>& unknown_yet) {
  const ConstructUse use = *context_.construct(prob);
  Needs needs = needs_of(use.operand);
  if (use.given.valid()) {
    collect(use.given, needs);
  }
  Timing timing = meet_all(output, clause, needs.accesses, unknown_yet, {});
  for (const auto& inner : {needs.stream_probs, needs.evaluation_probs}) {
    for (const ExprId id : inner) {
      const auto both = meet(timing, trials(output, clause, id, unknown_yet));
      timing = both.value_or(timing);
    }
  }
  ConstructUse& stored = *context_.construct(prob);
  stored.trial_pacing = timing.pacing();
  stored.per_instance =
      mentions_parameters(use.operand) || (use.given.valid() && mentions_parameters(use.given));
  return timing;
}

void Pacer::settle_probs(std::uint32_t output, Clause& clause,
                         const std::vector<std::uint32_t>& unknown_yet) {
  Timing& timing = clause.timing;
  const bool annotated = clause.annotated.kind != TimingKind::Constant;
  // Forms inside a form count evaluations of the same clause.
  std::vector<ExprId> evaluations = clause.needs.evaluation_probs;
  for (std::size_t i = 0; i < evaluations.size(); ++i) {
    const ExprId prob = evaluations[i];
    const Timing counted = trials(output, clause, prob, unknown_yet);
    ConstructUse& use = *context_.construct(prob);
    Needs needs = needs_of(use.operand);
    if (use.given.valid()) {
      collect(use.given, needs);
    }
    evaluations.insert(evaluations.end(), needs.evaluation_probs.begin(),
                       needs.evaluation_probs.end());
    // Events cannot be seen at a tick: they are counted when they happen and read then.
    if (timing.is_periodic() && counted.is_event()) {
      use.as_stream_form = true;
      continue;
    }
    clause.needs.accesses.insert(clause.needs.accesses.end(), needs.accesses.begin(),
                                 needs.accesses.end());
    clause.needs.fresh.insert(clause.needs.fresh.end(), needs.fresh.begin(), needs.fresh.end());
    if (!annotated && !clause.failed) {
      timing = meet_all(output, clause, needs.accesses, unknown_yet, timing);
    }
  }
  for (const ExprId prob : clause.needs.stream_probs) {
    const Timing counted = trials(output, clause, prob, unknown_yet);
    if (counted.kind == TimingKind::Constant && !clause.failed && unknown_yet.empty()) {
      diag::error(context_.diagnostics, "nothing-to-count", context_.expr(prob).span,
                  "nothing in this probability arrives or is evaluated, so there are no trials")
          .help("let its event or condition read a stream directly, without `hold`");
      clause.failed = true;
    }
    if (annotated || clause.failed || (timing.is_periodic() && !counted.is_periodic()) ||
        (timing.is_event() && !counted.is_event())) {
      continue;
    }
    timing = meet(timing, counted).value_or(timing);
  }
  // The evaluation form counts when its clause is evaluated.
  for (const ExprId prob : evaluations) {
    ConstructUse& use = *context_.construct(prob);
    if (!use.as_stream_form) {
      use.trial_pacing = timing.pacing();
    }
  }
}

void Pacer::infer_clause(std::uint32_t output, Clause& clause,
                         const std::vector<std::uint32_t>& unknown_yet) {
  if (clause.annotated.kind == TimingKind::Constant) {
    clause.timing = meet_all(output, clause, clause.needs.accesses, unknown_yet, {});
  }
  settle_probs(output, clause, unknown_yet);
}

void Pacer::collect_targets(const Needs& needs, std::vector<std::uint32_t>& targets) const {
  for (const ExprId access : needs.accesses) {
    const NameRef target = context_.construct(access)->target;
    if (target.kind == RefKind::Output) {
      targets.push_back(target.index);
    }
  }
  for (const auto& probs : {needs.stream_probs, needs.evaluation_probs}) {
    for (const ExprId prob : probs) {
      const ConstructUse& use = *context_.construct(prob);
      collect_targets(needs_of(use.operand), targets);
      collect_targets(needs_of(use.given), targets);
    }
  }
}

std::vector<std::uint32_t> Pacer::open_targets(const Clause& clause) const {
  std::vector<std::uint32_t> targets;
  collect_targets(clause.needs, targets);
  return targets;
}

void Pacer::infer_part(const std::vector<std::uint32_t>& part) {
  const bool cyclic = part.size() > 1;
  if (cyclic) {
    std::vector<std::uint32_t> open;
    for (const std::uint32_t index : part) {
      const auto& evals = lives_[index].evals;
      if (std::any_of(evals.begin(), evals.end(), [](const Clause& clause) {
            return clause.annotated.kind == TimingKind::Constant;
          })) {
        open.push_back(index);
      }
    }
    // All of them read each other, so all follow what any of them reads from outside.
    Timing shared;
    for (const std::uint32_t index : part) {
      for (Clause& clause : lives_[index].evals) {
        if (clause.annotated.kind == TimingKind::Constant) {
          const Timing outside = meet_all(index, clause, clause.needs.accesses, open, {});
          shared = meet(shared, outside).value_or(Timing::unknown());
        }
      }
    }
    for (const std::uint32_t index : part) {
      for (Clause& clause : lives_[index].evals) {
        if (clause.annotated.kind == TimingKind::Constant) {
          clause.timing = shared;
        }
      }
      combine_evals(index);
    }
    for (const std::uint32_t index : part) {
      for (Clause& clause : lives_[index].evals) {
        settle_probs(index, clause, part);
      }
    }
  }
  for (const std::uint32_t index : part) {
    if (!cyclic) {
      for (Clause& clause : lives_[index].evals) {
        infer_clause(index, clause, {});
      }
    }
    for (Clause& clause : lives_[index].evals) {
      if (!clause.failed && clause.timing.kind == TimingKind::Constant) {
        never_evaluated(index, clause);
      }
    }
    combine_evals(index);
  }
}

void Pacer::combine_evals(std::uint32_t output) {
  Life& life = lives_[output];
  if (life.evals.empty()) {
    life.eval = Timing::unknown();
    return;
  }
  life.eval = life.evals.front().timing;
  for (const Clause& clause : life.evals) {
    if (clause.failed || !clause.timing.known() || !life.eval.known()) {
      life.eval = Timing::unknown();
      return;
    }
    if (life.evals.size() > 1 && clause.annotated.kind == TimingKind::Constant) {
      continue;  // reported in infer_evals
    }
    if (clause.timing.kind != life.eval.kind ||
        (clause.timing.is_periodic() && !(clause.timing == life.eval))) {
      diag::error(
          context_.diagnostics, "eval-pacings-differ", clause.keyword,
          fmt::format("this clause is evaluated {}, but the first one {}",
                      words(context_, clause.timing), words(context_, life.evals.front().timing)))
          .label(life.evals.front().keyword, "the first clause")
          .note("all clauses of a stream follow events, or all have the same period");
      life.eval = Timing::unknown();
      return;
    }
    if (clause.timing.is_event()) {
      life.eval = Timing::event(
          Formula::either(life.eval.formula, clause.timing.formula).value_or(Formula::always()));
    }
  }
}

void Pacer::infer_evals() {
  std::vector<std::vector<std::uint32_t>> edges(lives_.size());
  for (std::uint32_t i = 0; i < lives_.size(); ++i) {
    for (Clause& clause : lives_[i].evals) {
      const bool annotated = clause.annotated.kind != TimingKind::Constant;
      if (lives_[i].evals.size() > 1 && !annotated) {
        diag::Report report(context_.diagnostics, Severity::Error, "eval-needs-pacing",
                            clause.keyword,
                            "with several `eval` clauses each needs its own pacing");
        Timing timing;
        for (const ExprId access : clause.needs.accesses) {
          if (context_.construct(access)->target.kind == RefKind::Input) {
            timing = meet(timing, timing_of(access)).value_or(timing);
          }
        }
        report.fix("write it out",
                   {insert_at(clause.keyword.end, clause.keyword.file,
                              timing.is_event() ? " " + annotation(context_, timing) : " @true")});
        clause.failed = true;
      }
      // Probabilities read their streams even where the pacing is written.
      const std::vector<std::uint32_t> targets = open_targets(clause);
      if (!annotated || !clause.needs.stream_probs.empty() ||
          !clause.needs.evaluation_probs.empty()) {
        edges[i].insert(edges[i].end(), targets.begin(), targets.end());
      }
    }
  }
  for (std::uint32_t i = 0; i < lives_.size(); ++i) {
    const bool annotated = std::all_of(
        lives_[i].evals.begin(), lives_[i].evals.end(),
        [](const Clause& clause) { return clause.annotated.kind != TimingKind::Constant; });
    if (annotated) {
      combine_evals(i);
    }
  }
  for (const auto& part : connected_parts(edges)) {
    infer_part(part);
  }
}

void Pacer::write_facts() {
  for (std::uint32_t i = 0; i < lives_.size(); ++i) {
    OutputFacts& facts = context_.output_facts(i);
    const auto write = [](ClauseFacts& target, const Clause& clause) {
      target.known =
          !clause.failed && clause.timing.known() && clause.timing.kind != TimingKind::Constant;
      target.pacing = clause.timing.pacing();
    };
    if (lives_[i].spawn) {
      write(facts.spawn, *lives_[i].spawn);
    }
    for (std::size_t k = 0; k < lives_[i].evals.size(); ++k) {
      write(facts.evals[k], lives_[i].evals[k]);
    }
    if (lives_[i].close) {
      write(facts.close, *lives_[i].close);
    }
  }
}

void Pacer::run() {
  lives_.resize(context_.ast.outputs.size());
  for (std::uint32_t i = 0; i < lives_.size(); ++i) {
    collect_life(i);
  }
  infer_evals();
  for (std::uint32_t i = 0; i < lives_.size(); ++i) {
    for (std::optional<Clause>* clause : {&lives_[i].spawn, &lives_[i].close}) {
      if (!*clause) {
        continue;
      }
      infer_clause(i, **clause, {});
      if (!(*clause)->failed && (*clause)->timing.kind == TimingKind::Constant) {
        never_evaluated(i, **clause);
      }
    }
  }
  for (std::uint32_t i = 0; i < lives_.size(); ++i) {
    for (Clause& clause : lives_[i].evals) {
      check_clause(i, clause);
    }
    for (std::optional<Clause>* clause : {&lives_[i].spawn, &lives_[i].close}) {
      if (*clause) {
        check_clause(i, **clause);
      }
    }
    check_lives(i);
  }
  write_facts();
}

void infer(Context& context) { Pacer(context).run(); }

}  // namespace fairmon::sema::pacing
