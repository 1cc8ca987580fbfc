#pragma once

#include <fairmon/source.hpp>
#include <fairmon/value.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "builtins/catalogue.hpp"
#include "support/id.hpp"

/// The form both engines run. Everything a verdict depends on is here; nothing of the source's
/// syntax is. Sugar (probabilities, mirrors, `delta`, `true_ratio`, metrics) has become hidden
/// streams, windows and instance aggregations.
namespace fairmon::ir {

using StreamId = support::Id<struct StreamTag>;
using ExprId = support::Id<struct ExprTag>;
using WindowId = support::Id<struct WindowTag>;
using AggregationId = support::Id<struct AggregationTag>;

/// An exact period in nanoseconds: numerator / denominator, reduced, positive. The k-th deadline
/// lies ⌊k · numerator / denominator⌋ after its beginning.
struct Period {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  friend bool operator==(const Period&, const Period&) = default;
};

/// Positive Boolean formula over inputs. `True`: every event.
struct Activation {
  enum class Kind : std::uint8_t { True, Input, And, Or };
  Kind kind = Kind::True;
  StreamId input;
  std::vector<Activation> parts;
  friend bool operator==(const Activation&, const Activation&) = default;
};

enum class PacingKind : std::uint8_t {
  Event,   ///< when the inputs satisfy `activation`
  Global,  ///< periodic since the start of the run
  Local,   ///< periodic since the spawn of the instance
};

struct Pacing {
  PacingKind kind = PacingKind::Event;
  Activation activation;
  Period period;
  friend bool operator==(const Pacing&, const Pacing&) = default;
};

enum class ExprKind : std::uint8_t {
  Constant,         ///< `constant`
  Parameter,        ///< parameter `index` of the stream whose clause this is
  LambdaParameter,  ///< parameter `index` of the instance looked at by an aggregation; one past the
                    ///< last parameter: the instance's latest value
  Now,              ///< calendar time of the cycle (Time)
  Sync,             ///< value of `stream` (instance `operands`) in this cycle. If it has none
                    ///< (its evaluation failed) the reading clause has no value either
  Offset,           ///< `index`-th previous value (index ≥ 1), optional
  Hold,             ///< latest value, optional
  Get,              ///< value of this cycle if there is one, optional
  IsFresh,          ///< has a value in this cycle
  WindowRead,       ///< result of `window`; `operands` name the target's instance
  InstanceAggregate,  ///< result of `aggregation`
  Apply,              ///< `function`/`overload` on `operands`, strict
  Equal,              ///< structural equality of two operands of one type, Bool
  And,                ///< operands left to right, stops at the first false
  Or,                 ///< likewise at the first true
  If,                 ///< condition, then, else; only one branch is evaluated
  Defaults,           ///< optional, substitute; the substitute is evaluated only when needed
  Tuple,              ///< operands side by side
  Project,            ///< component `index`; of an optional tuple: optional component
  Some,               ///< operand as a present optional
  Error,              ///< never evaluated in a valid program
};

struct Expr {
  ExprKind kind = ExprKind::Error;
  Type type;
  std::vector<ExprId> operands;
  std::uint32_t index = 0;
  StreamId stream;
  WindowId window;
  AggregationId aggregation;
  const builtins::Function* function = nullptr;
  std::uint32_t overload = 0;
  std::shared_ptr<const void> prepared;  ///< see builtins::Overload::prepare
  Value constant;
  Span span;  ///< for messages at run time

  [[nodiscard]] const builtins::Overload& body() const { return function->overloads[overload]; }
};

enum class WindowKind : std::uint8_t {
  Sliding,     ///< values of the target with times in (t − duration, t]
  Discrete,    ///< the last `count` values of the target instance, the current one included
  Occurrence,  ///< whether the target produced a value in (t − duration, t]; needs one time only
};

enum class WindowStart : std::uint8_t {
  Run,          ///< sees everything since the start of the run
  CallerSpawn,  ///< sees what was produced from the cycle on in which the reading instance spawned
};

/// A window over a stream. Values of an instance that closed stay until they age out, and a
/// respawned instance goes on with the same window (Sliding, Occurrence); a Discrete window begins
/// anew with each life of its instance.
struct Window {
  StreamId target;
  WindowKind kind = WindowKind::Sliding;
  std::int64_t duration_ns = 0;
  std::uint32_t count = 0;
  /// Result is absent until a full duration (count) has passed since the window's start; then the
  /// result type is optional.
  bool exact = false;
  const builtins::Aggregate* aggregate = nullptr;
  std::uint32_t aggregate_argument = 0;
  Type result;  ///< of a read, `exact` included
  WindowStart start = WindowStart::Run;
  StreamId caller;
  Pacing caller_pacing;  ///< of the clause that reads: decides panes
};

enum class Selection : std::uint8_t { All, Fresh };

/// Aggregates over the living instances of `target` that have a value (All: their latest, Fresh:
/// those with a value in this cycle). `where` and `map` see LambdaParameter and, of the reading
/// clause, Parameter and any access. Without `map` the values themselves are aggregated.
struct InstanceAggregation {
  StreamId target;
  Selection selection = Selection::All;
  ExprId where;
  ExprId map;
  const builtins::Aggregate* aggregate = nullptr;
  std::uint32_t aggregate_argument = 0;
  Type result;
};

enum class StreamKind : std::uint8_t { Input, Output, Trigger, Hidden };

struct Parameter {
  std::string name;
  Type type;
};

/// `with` has the type of the single parameter, or the tuple of all; invalid without parameters.
struct SpawnClause {
  Pacing pacing;
  ExprId when;  ///< invalid: true
  ExprId with;
  Span span;
};

/// One conjunct `parameter == key` of a `when`, where `key` is the same for all instances and
/// cannot fail: an engine may look the instance up instead of asking all of them.
struct KeyEquality {
  std::uint32_t parameter = 0;
  ExprId key;
};

/// What key recognition found out about a `when`: it holds if and only if all equalities in `keys`
/// and `residual` (invalid: true) hold. Nothing was recognised if `keys` is empty. The clause's
/// `when` stays what it was, so that an engine may ignore this.
struct KeyGuard {
  std::vector<KeyEquality> keys;
  ExprId residual;
};

/// Clauses are tried in order: the first whose pacing is active and whose `when` holds gives the
/// value. Either all are event-paced or all have the same period.
struct EvalClause {
  Pacing pacing;
  ExprId when;  ///< invalid: true
  ExprId with;
  Span span;
  KeyGuard guard;
};

struct CloseClause {
  Pacing pacing;
  ExprId when;  ///< invalid: true
  Span span;
  KeyGuard guard;
};

struct Stream {
  std::string name;
  StreamKind kind = StreamKind::Output;
  Type type;
  std::vector<Parameter> parameters;
  std::optional<SpawnClause> spawn;
  std::vector<EvalClause> evals;
  std::optional<CloseClause> close;
  std::uint32_t spawn_layer = 0;
  std::uint32_t eval_layer = 0;
  /// Values that can be read: the largest offset and the current one; while an instance reads its
  /// own past, its current one is not there yet.
  std::uint32_t num_kept = 1;
  Span span;
  /// Another stream with equal spawn and close clauses, so that both always have the same living
  /// instances and may share one table; invalid: the stream has a table of its own. The named
  /// stream never points further.
  StreamId table;
  /// Hidden: the public stream that caused it; messages at run time name that one.
  StreamId origin;
  /// Of a part of a program: another part tells of the errors of this stream.
  bool silent = false;

  /// The type whose cells name an instance.
  [[nodiscard]] Type instance_type() const;
};

/// Streams are numbered: inputs, outputs and triggers in declaration order, hidden streams.
struct Program {
  support::IdVector<StreamId, Stream> streams;
  support::IdVector<ExprId, Expr> exprs;
  support::IdVector<WindowId, Window> windows;
  support::IdVector<AggregationId, InstanceAggregation> aggregations;
  std::uint32_t num_inputs = 0;
  std::uint32_t num_public = 0;  ///< inputs, outputs and triggers
};

/// Sets layers (spawn and evaluation) of all streams and `num_kept`; the program must be free of
/// cycles apart from offsets and accesses between event-paced and periodic streams.
void assign_layers(Program& program);

/// Whether the clauses of a stream run on deadlines (inputs and event-paced streams do not).
[[nodiscard]] bool is_periodic(const Stream& stream);

}  // namespace fairmon::ir
