#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/value.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "builtins/catalogue.hpp"
#include "ir/evidence/evidence.hpp"
#include "ir/program.hpp"
#include "syntax/ast.hpp"

/// Everything the analyses find out about a tree, kept beside it.
namespace fairmon::sema {

enum class RefKind : std::uint8_t { None, Constant, Input, Output, Parameter, LambdaParameter };

/// What a name stands for. Output covers `self` too.
struct NameRef {
  RefKind kind = RefKind::None;
  /// Position in the tree's table of constants, inputs or outputs; number of the parameter.
  std::uint32_t index = 0;
};

/// A conversion applied to the value of an expression where it is used.
enum class Coercion : std::uint8_t {
  None,
  IntToFloat,
  UIntToFloat,
  FixedToFloat,
  ProbToFloat,      ///< free
  FloatToProb,      ///< checked at run time
  IntToProb,        ///< literals 0 and 1 only
  ToUnsignedCheck,  ///< whole units of time as UInt64: negative is a run-time error
  Width,            ///< range check against the declared width in `coerced`
};

enum class ConstructKind : std::uint8_t {
  Sync,    ///< `s`, `s(p)`, `s[0]`
  Offset,  ///< `offset`; with `or:` also `last`: `fallback` is set
  Delta,   ///< `delta(s, or: d)`
  Hold,    ///< `fallback` set for `hold(or: …)`
  Get,
  IsFresh,
  Window,  ///< over, over_exactly, and the short forms
  DiscreteWindow,
  InstanceWindow,  ///< over_instances
  Occurrence,      ///< `s.exists(over: d)`
  Defaults,        ///< operand, fallback
  Cast,
  Widen,
  ProbStream,      ///< `e.prob(given:, over:, …)`
  ProbEvaluation,  ///< `prob(of:, …)`
  ProbInstance,    ///< `s.prob(of: λ, …)`
  Claim,           ///< `certain(φ, …)`, `possible(φ, …)`, `lower(e, …)`, `upper(e, …)`
};

using ClaimKind = ir::evidence::ClaimKind;

/// An access or probability form with its arguments sorted out.
struct ConstructUse {
  ConstructKind kind = ConstructKind::Sync;
  NameRef target;                         ///< the stream accessed, if there is one
  std::vector<syntax::ExprId> instance;   ///< arguments of `s(…)`
  std::vector<std::uint32_t> components;  ///< `s(i).0.hold(…)`: access first, then project
  syntax::ExprId operand;                 ///< Defaults, Cast, Widen: the argument; ProbStream: e;
                                          ///< ProbEvaluation: `of`
  syntax::ExprId fallback;                ///< `or:`, `to:`
  std::int64_t offset = 0;                ///< n of `offset(by: -n)`
  std::optional<ir::Period> duration;     ///< of a window, in nanoseconds
  std::uint32_t count = 0;                ///< of a discrete window
  bool exact = false;
  const builtins::Aggregate* aggregate = nullptr;
  std::uint32_t aggregate_argument = 0;
  ir::Selection selection = ir::Selection::All;
  syntax::ExprId where;      ///< lambda of the selection
  syntax::ExprId of_lambda;  ///< ProbInstance
  syntax::ExprId given;      ///< condition, or lambda for ProbInstance
  syntax::ExprId prior;
  syntax::ExprId confidence;
  /// ProbEvaluation in a periodic clause over event-based operands: means the stream form.
  bool as_stream_form = false;
  /// ProbStream, ProbEvaluation: pacing of the trials, once known.
  ir::Pacing trial_pacing;
  /// ProbStream: e or c mention parameters of the reading stream.
  bool per_instance = false;
  /// Claim: what is stated about `operand`.
  ClaimKind claim = ClaimKind::Certain;
  syntax::ExprId level;
  syntax::ExprId groups;
  syntax::ExprId recent_flag;
  bool recent = false;
  double error = 0.0;  ///< what may go wrong: 1 − level, or its part of a common level
  std::uint32_t num_groups = 0;
};

struct ExprFacts {
  Type type;  ///< before the coercion
  Coercion coercion = Coercion::None;
  Type coerced;  ///< the type its user sees; equals `type` without coercion
  NameRef ref;   ///< of a Name, or the stream of a Call
  /// Unary, Binary (but && || -> == !=), Call of a function, Method of a function.
  const builtins::Function* function = nullptr;
  std::uint32_t overload = 0;
  /// Arguments in the order of the function's parameters (receiver first for methods).
  std::vector<syntax::ExprId> call_arguments;
  bool real_division = false;   ///< integers divided as reals
  std::int32_t construct = -1;  ///< index into Analysis::constructs
};

struct ClauseFacts {
  ir::Pacing pacing;
  bool known = false;  ///< false: could not be determined, an error was reported
};

struct OutputFacts {
  Type type;
  std::vector<Type> parameters;
  ClauseFacts spawn;
  std::vector<ClauseFacts> evals;
  ClauseFacts close;
  /// Declared width or Prob that every value is checked against, if the annotation asks for it.
  std::optional<Type> checked_type;
  /// Outputs whose value of the same cycle it reads, not of the past.
  std::vector<syntax::OutputId> reads_now;
  bool uncertain = false;  ///< depends on chances that are known by their trials
  /// 1 − level of `#[band="0.95"]`, or of the statement that speaks of a plotted output.
  std::optional<double> band_error;
  std::uint32_t band_groups = 0;
  /// The first `certain` or `lower` in the conditions of a trigger or the value of a Bool, or in
  /// the Bools that it reads.
  syntax::ExprId statement;
  std::uint32_t statement_output = 0;  ///< the output that makes it
};

struct Analysis {
  support::IdVector<syntax::ExprId, ExprFacts> exprs;
  std::vector<ConstructUse> constructs;
  support::IdVector<syntax::InputId, Type> inputs;
  support::IdVector<syntax::ConstantId, Type> constants;
  support::IdVector<syntax::ConstantId, Value> constant_values;
  support::IdVector<syntax::OutputId, OutputFacts> outputs;
  std::vector<syntax::ExprId> claims;
  /// Of `#[range="0,100"]`, by input.
  std::map<std::uint32_t, ir::evidence::Interval> input_ranges;
};

struct AnalysisOptions {
  /// A level for all statements without one of their own.
  std::optional<double> level;
};

/// Runs all analyses as far as they go. The tree must be expanded (no `use`, no mirrors).
[[nodiscard]] Analysis analyse(const syntax::Ast& ast, Diagnostics& diagnostics,
                               const AnalysisOptions& options = {});

}  // namespace fairmon::sema
