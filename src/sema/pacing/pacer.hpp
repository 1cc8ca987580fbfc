#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "sema/pacing/conditions.hpp"
#include "sema/pacing/timing.hpp"

namespace fairmon::sema::pacing {

/// What an expression needs to have a value in the same cycle.
struct Needs {
  std::vector<ExprId> accesses;  ///< read in the same cycle
  std::vector<ExprId> windows;   ///< over real time
  std::vector<ExprId> fresh;     ///< `get` and `is_fresh`
  std::vector<ExprId> stream_probs;
  std::vector<ExprId> evaluation_probs;
};

struct Clause {
  ClauseKind kind = ClauseKind::EvalWith;
  const std::optional<syntax::PacingExpr>* annotation = nullptr;
  ExprId when;
  ExprId with;
  Span keyword;
  Needs needs;
  Timing annotated;  ///< Constant without annotation
  Timing timing;
  bool failed = false;  ///< an error about its timing was reported
};

/// The clauses of one output and what its readers have to know.
struct Life {
  std::optional<Clause> spawn;
  std::vector<Clause> evals;
  std::optional<Clause> close;
  Timing eval;  ///< of the stream: when any of the clauses may give a value
  Condition spawn_when;
  Condition filter;
  Condition close_when;
  [[nodiscard]] bool plain() const { return !spawn && !close && filter.clauses.empty(); }
};

class Pacer {
 public:
  explicit Pacer(Context& context) : context_(context), shapes_(context) {}
  void run();

 private:
  // annotations.cpp
  Timing read_annotation(std::uint32_t output, const syntax::PacingExpr& pacing, ClauseKind kind);
  Timing read_period(std::uint32_t output, const syntax::PacingExpr& pacing, ClauseKind kind);
  std::optional<Formula> read_formula(std::uint32_t output, ExprId id);
  std::optional<Formula> read_input(std::uint32_t output, ExprId id);

  // collect.cpp
  void collect_life(std::uint32_t index);
  void collect(ExprId id, Needs& needs) const;
  Needs needs_of(ExprId id) const;
  [[nodiscard]] bool mentions_parameters(ExprId id) const;

  // infer.cpp
  void infer_evals();
  [[nodiscard]] std::vector<std::uint32_t> open_targets(const Clause& clause) const;
  void collect_targets(const Needs& needs, std::vector<std::uint32_t>& targets) const;
  void infer_part(const std::vector<std::uint32_t>& part);
  void infer_clause(std::uint32_t output, Clause& clause,
                    const std::vector<std::uint32_t>& unknown_yet);
  void combine_evals(std::uint32_t output);
  [[nodiscard]] Timing timing_of(ExprId access) const;
  Timing meet_all(std::uint32_t output, Clause& clause, const std::vector<ExprId>& accesses,
                  const std::vector<std::uint32_t>& unknown_yet, Timing start);
  Timing trials(std::uint32_t output, Clause& clause, ExprId prob,
                const std::vector<std::uint32_t>& unknown_yet);
  void settle_probs(std::uint32_t output, Clause& clause,
                    const std::vector<std::uint32_t>& unknown_yet);
  void write_facts();

  // checks.cpp
  void check_clause(std::uint32_t output, Clause& clause);
  void check_annotated(std::uint32_t output, const Clause& clause, ExprId access);
  void check_fresh(std::uint32_t output, const Clause& clause, ExprId access);
  void note_windows(std::uint32_t output, const Clause& clause);

  // lives.cpp
  void check_lives(std::uint32_t output);
  void check_access(std::uint32_t output, const Clause& clause, ExprId access);
  bool check_instance(std::uint32_t output, const Clause& clause, ExprId access);
  bool check_spawned(std::uint32_t output, const Clause& clause, ExprId access);
  bool check_filter(std::uint32_t output, const Clause& clause, ExprId access);
  bool check_closed(std::uint32_t output, const Clause& clause, ExprId access);
  bool check_local(std::uint32_t output, const Clause& clause, ExprId access);
  void check_plain(std::uint32_t output, const Clause& clause, ExprId access);

  // messages.cpp
  void never_evaluated(std::uint32_t output, Clause& clause);
  void conflict(std::uint32_t output, const Clause& clause, ExprId access, const Timing& timing,
                ExprId other, const Timing& other_timing);
  void not_implied(std::uint32_t output, const Clause& clause, ExprId access);
  /// Offers `hold`; a clause that had its pace from the access alone gets it written out.
  void add_hold_fix(diag::Report& report, std::uint32_t output, const Clause& clause,
                    ExprId access) const;
  [[nodiscard]] bool paced_without(std::uint32_t output, const Clause& clause, ExprId access) const;
  /// When a stream has a value, in words that follow "only".
  [[nodiscard]] std::string value_words(NameRef target, const Timing& timing) const;
  [[nodiscard]] std::string clause_name(ClauseKind kind) const;
  [[nodiscard]] std::optional<Edit> annotate(std::uint32_t output, const Clause& clause,
                                             const std::string& text) const;
  /// A condition of another stream in the words of a reader of `access`.
  [[nodiscard]] std::string translated(ExprId condition, const ConstructUse& access) const;
  [[nodiscard]] std::optional<Edit> add_condition(std::uint32_t output, const Clause& clause,
                                                  const std::string& text) const;

  Context& context_;
  Shapes shapes_;
  std::vector<Life> lives_;
};

}  // namespace fairmon::sema::pacing
