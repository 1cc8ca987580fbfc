#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/builder.hpp"
#include "ir/evidence/evidence.hpp"
#include "ir/program.hpp"
#include "lower/lower.hpp"
#include "sema/analysis.hpp"
#include "syntax/ast.hpp"

namespace fairmon::lower {

enum class Part : std::uint8_t { Spawn, EvalWhen, EvalWith, Close };

/// Where an expression of the tree is being written to.
struct Scope {
  ir::StreamId owner;       ///< the stream of the program, perhaps a hidden helper of `output`
  syntax::OutputId output;  ///< the output in whose clause the expression stands
  Part part = Part::EvalWith;
  std::size_t clause = 0;  ///< which of the eval clauses
  ir::Pacing pacing;       ///< of the owner's clause that is being written
};

/// Helper streams of one probability.
struct Counters {
  ir::StreamId hits;    ///< counter; with `over:` the stream of trials
  ir::StreamId trials;  ///< counter; invalid with `over:`
  bool per_instance = false;
  ir::Pacing pacing;
  bool in_step = false;  ///< a clause of the same pacing finds a value whenever it is evaluated
};

/// The walk over the tree; its members stand in one file per family.
class Lowering {
 public:
  Lowering(const syntax::Ast& ast, const sema::Analysis& analysis, const LowerOptions& options);
  [[nodiscard]] ir::Program run(ir::evidence::Added* added);

 private:
  // streams.cpp
  void declare_streams();
  void lower_output(syntax::OutputId id);
  [[nodiscard]] ir::SpawnClause lower_spawn(syntax::OutputId id, ir::StreamId owner);
  [[nodiscard]] ir::CloseClause lower_close(syntax::OutputId id, ir::StreamId owner);
  [[nodiscard]] ir::EvalClause lower_eval(syntax::OutputId id, std::size_t clause);
  /// A new hidden stream on behalf of the scope's output; `spawned`: lives as that output does.
  ir::StreamId add_hidden(const Scope& scope, const char* purpose, const Type& type, bool spawned);
  void copy_life(syntax::OutputId from, ir::StreamId hidden);
  [[nodiscard]] const syntax::OutputDecl& decl(syntax::OutputId id) const;
  [[nodiscard]] ir::StreamId stream_of(sema::NameRef ref);

  // expressions.cpp
  ir::ExprId lower(syntax::ExprId id, const Scope& scope);
  ir::ExprId lower_optional(syntax::ExprId id, const Scope& scope);
  ir::ExprId lower_plain(syntax::ExprId id, const Scope& scope);
  ir::ExprId lower_name(syntax::ExprId id, const Scope& scope);
  ir::ExprId lower_unary(syntax::ExprId id, const Scope& scope);
  ir::ExprId lower_binary(syntax::ExprId id, const Scope& scope);
  ir::ExprId lower_function(syntax::ExprId id, const Scope& scope);
  ir::ExprId lower_construct(syntax::ExprId id, const Scope& scope);
  ir::ExprId lower_cast(const sema::ConstructUse& use, const Type& wanted, const Scope& scope);
  [[nodiscard]] const sema::ConstructUse* construct(syntax::ExprId id) const;

  // coercions.cpp
  ir::ExprId literal(syntax::ExprId id);
  ir::ExprId coerce(ir::ExprId value, const sema::ExprFacts& facts);
  ir::ExprId to_real(ir::ExprId value);
  ir::ExprId to_prob(ir::ExprId value);
  ir::ExprId check_type(ir::ExprId value, const Type& type);

  // accesses.cpp
  ir::ExprId lower_access(const sema::ConstructUse& use, const Scope& scope);
  ir::ExprId project_all(ir::ExprId value, const std::vector<std::uint32_t>& components);
  ir::ExprId lower_delta(const sema::ConstructUse& use, const Type& type, const Scope& scope);
  ir::ExprId lower_defaults(syntax::ExprId id, const sema::ConstructUse& use, const Scope& scope);
  std::vector<ir::ExprId> lower_instance(const sema::ConstructUse& use, const Scope& scope);

  // windows.cpp
  /// What a window takes its values from: the stream, or a hidden one for a component of it.
  ir::StreamId aggregated_stream(const sema::ConstructUse& use);
  ir::ExprId lower_window(const sema::ConstructUse& use, const Scope& scope);
  ir::ExprId lower_occurrence(const sema::ConstructUse& use, const Scope& scope);
  ir::ExprId lower_instances(const sema::ConstructUse& use, const Scope& scope);
  ir::ExprId read_window(ir::Window window, std::vector<ir::ExprId> instance, const Scope& scope);
  ir::ExprId read_sliding(ir::StreamId target, std::int64_t duration_ns, const char* aggregate,
                          ir::WindowStart start, const Scope& scope);
  ir::ExprId aggregate_instances(ir::StreamId target, const char* aggregate, ir::ExprId where,
                                 ir::ExprId map);
  ir::ExprId lambda_body(syntax::ExprId lambda, const Scope& scope);

  // probability.cpp
  ir::ExprId lower_prob(syntax::ExprId id, syntax::ExprId fallback, const Scope& scope);
  ir::ExprId prob_of_counters(const Counters& counters, const sema::ConstructUse& use,
                              syntax::ExprId fallback, const Scope& scope);
  ir::ExprId prob_of_window(const Counters& counters, const sema::ConstructUse& use,
                            syntax::ExprId fallback, const Scope& scope);
  ir::ExprId prob_of_instances(syntax::ExprId id, syntax::ExprId fallback, const Scope& scope);
  ir::ExprId zero_value(syntax::ExprId fallback, const Scope& scope);
  ir::ExprId ratio(ir::ExprId hits, ir::ExprId trials, const sema::ConstructUse& use,
                   syntax::ExprId fallback, const Scope& scope);

  [[nodiscard]] ir::ExprId read_counter(const Counters& counters, ir::StreamId counter,
                                        const Scope& scope);
  [[nodiscard]] ir::ExprId read_outcomes(const Counters& counters, const sema::ConstructUse& use,
                                         const char* aggregate, const Scope& scope);

  // evidence.cpp
  ir::ExprId lower_claim(const sema::ConstructUse& use, const Scope& scope);
  ir::ExprId note_claim(ir::ExprId formula, ir::evidence::ClaimKind kind, double error,
                        std::uint32_t groups, ir::StreamId owner);
  std::uint32_t place_number(std::int32_t construct, const Scope& scope);
  void note_counters(syntax::ExprId id, ir::ExprId value, const Counters& counters,
                     const Scope& scope);
  void note_window(ir::evidence::Place& place, const Scope& scope, ir::StreamId target,
                   std::vector<ir::ExprId> instance);
  void note_instances(syntax::ExprId id, ir::ExprId value, ir::ExprId hits, ir::ExprId trials,
                      const Scope& scope);
  void note_average(std::int32_t number, ir::ExprId value, const sema::ConstructUse& use,
                    const Scope& scope);
  ir::StreamId values_ever(ir::StreamId target);
  [[nodiscard]] syntax::OutputId output_of(ir::StreamId stream) const;
  void fill_values_ever();
  /// Nothing is noted where nobody asks.
  [[nodiscard]] bool has_claims() const { return !analysis_.claims.empty() || !bands_.empty(); }

  // judgements.cpp
  struct Band {
    syntax::OutputId output;
    ir::StreamId lower;
    ir::StreamId upper;
  };
  struct Judgement {
    syntax::OutputId trigger;
    ir::StreamId judgement;
    ir::StreamId needed;   ///< invalid where nobody can say
    ir::StreamId stretch;  ///< invalid without `recent`
  };
  void declare_bands();
  void declare_judgements();
  void lower_bands();
  void lower_judgements();
  void lower_judgement(const Judgement& told);
  void lower_stretch(const Judgement& told, ir::StreamId judged);
  ir::EvalClause while_judged(const Judgement& told, ir::StreamId judged, ir::StreamId telling,
                              std::uint64_t judgement);
  void lower_needed(const Judgement& told, ir::StreamId judged);
  ir::ExprId still_possible(syntax::ExprId condition, const Scope& scope);
  ir::StreamId possible_twin(syntax::OutputId id);

  // sizes.cpp
  enum class Counted : std::uint8_t { Trials, Hits };
  /// What is known of the trials behind an output's values, and the streams that count them.
  struct Size {
    bool known = false;
    bool has_hits = false;
    ir::StreamId trials;
    ir::StreamId hits;
  };
  void declare_sizes();
  void declare_size(syntax::OutputId id);
  ir::StreamId declare_companion(syntax::OutputId id, const char* what, const Type& type);
  void lower_sizes();
  void lower_size(syntax::OutputId id, ir::StreamId size, Counted counted);
  [[nodiscard]] syntax::ExprId sized_part(syntax::ExprId id);
  [[nodiscard]] bool part_has_hits(syntax::ExprId part);
  [[nodiscard]] bool has_size(syntax::OutputId id);
  ir::ExprId count_of(syntax::ExprId part, Counted counted, const Scope& scope);
  ir::ExprId handed_on_count(const sema::ConstructUse& use, Counted counted, const Scope& scope);
  ir::ExprId present_or_zero(ir::ExprId count);

  // divisors.cpp
  [[nodiscard]] syntax::ExprId count_division(syntax::ExprId id) const;
  /// What a share written as a division is divided by, if that is a count; else invalid.
  [[nodiscard]] syntax::ExprId division_by_count(syntax::ExprId id) const;
  /// What is divided, if both are counts; else invalid.
  [[nodiscard]] syntax::ExprId hits_of_division(syntax::ExprId id) const;
  ir::ExprId as_count(syntax::ExprId id, const Scope& scope);

  // trigger_states.cpp
  void declare_trigger_states();
  void lower_trigger_states();
  void lower_trigger_state(syntax::OutputId id, ir::StreamId state);
  [[nodiscard]] std::vector<ir::ExprId> choice_of_instance(ir::ExprId condition) const;
  ir::ExprId condition_is_evaluated(ir::ExprId condition, const Scope& scope);

  // counters.cpp
  Counters counters_of(syntax::ExprId id, const sema::ConstructUse& use, const Scope& scope);
  void fill_stream_form(const Counters& counters, const sema::ConstructUse& use,
                        const Scope& scope);
  void fill_evaluation_form(const Counters& counters, const sema::ConstructUse& use,
                            const Scope& scope);
  ir::ExprId counter_value(ir::StreamId counter, ir::ExprId condition);
  ir::ExprId own_previous(ir::StreamId counter);
  ir::ExprId trial_condition(ir::ExprId event, ir::ExprId given, bool guarded);
  ir::ExprId freshness_guard(ir::ExprId event, ir::ExprId given, const Scope& scope);
  ir::ExprId clause_applies(const Scope& scope, std::size_t clause);
  ir::ExprId earlier_clauses_pass(const Scope& scope);
  ir::ExprId activation_holds(const ir::Activation& formula);
  std::vector<ir::ExprId> own_parameters(ir::StreamId stream);
  [[nodiscard]] bool mentions_parameters(syntax::ExprId id) const;
  [[nodiscard]] bool waits_for(syntax::OutputId id, syntax::OutputId other) const;
  [[nodiscard]] bool may_lack_value(syntax::OutputId id);
  [[nodiscard]] bool expr_may_fail(syntax::ExprId id);

  const syntax::Ast& ast_;
  const sema::Analysis& analysis_;
  LowerOptions options_;
  ir::Program program_;
  ir::Builder builder_;
  std::vector<syntax::OutputId> output_order_;
  support::IdVector<syntax::OutputId, ir::StreamId> output_streams_;
  /// Counters by form and output, entered before they are filled: a close condition may read the
  /// probability whose counters close with it.
  std::map<std::pair<std::int32_t, syntax::OutputId>, Counters> counters_;
  std::map<std::pair<syntax::OutputId, std::vector<std::uint32_t>>, ir::StreamId>
      component_streams_;
  std::map<syntax::OutputId, bool> lacks_value_;
  std::map<syntax::OutputId, Size> sizes_;
  std::vector<std::pair<syntax::OutputId, ir::StreamId>> trigger_states_;
  std::uint32_t num_hidden_ = 0;
  std::vector<Band> bands_;
  std::vector<Judgement> judgements_;
  std::map<syntax::OutputId, ir::StreamId> possible_twins_;
  bool asks_what_is_possible_ = false;  ///< statements are lowered as their weaker counterparts
  ir::evidence::Notes notes_;
  std::map<std::pair<std::int32_t, std::uint32_t>, std::uint32_t> place_numbers_;
  std::map<ir::StreamId, ir::StreamId> values_ever_;
};

}  // namespace fairmon::lower
