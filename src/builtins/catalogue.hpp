#pragma once

#include <fairmon/symbols.hpp>
#include <fairmon/time.hpp>
#include <fairmon/value.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::builtins {

/// Why an evaluation has no result. The engine adds time, stream, instance and place.
enum class Failure : std::uint8_t {
  None,
  DivisionByZero,
  IntegerOverflow,  ///< -2^63 / -1
  NotANumber,
  ProbOutOfRange,
  WidthExceeded,  ///< value does not fit the declared width
  BadTimeText,
  NegativeUnsigned,  ///< a negative number where UInt64 is wanted
  DecimalOverflow,
  BadParameter,      ///< e.g. a negative confidence computed at run time
  RangeExceeded,     ///< a value outside of the range that its input declares
  TooManyInstances,  ///< than counts are kept for
};

/// What a body may need besides its arguments, and where it reports a failure.
struct Evaluation {
  SymbolTable* symbols = nullptr;
  const void* prepared = nullptr;  ///< made once by Overload::prepare
  std::int64_t now_ns = 0;         ///< calendar time of the cycle
  Failure failure = Failure::None;
  Cell offender = 0;  ///< the value that caused the failure, of the type of argument `culprit`
  std::uint8_t culprit = 0;
  std::vector<Cell>* scratch = nullptr;  ///< room that stays from call to call, for those who sort

  Cell fail(Failure reason, Cell value, std::uint8_t argument = 0) noexcept {
    failure = reason;
    offender = value;
    culprit = argument;
    return 0;
  }
};

/// One row: arguments as cells, one after the other, result as a cell. Only `format` takes values
/// of several cells (tuples, optionals); their cells stand side by side.
using ScalarBody = Cell (*)(const Cell* arguments, Evaluation& evaluation);

/// Many rows, one column per cell: result[r] = f(arguments[0][r], …) for the rows selected (all of
/// 0 … count−1 if `rows` is null). Constants are columns too. A failing row is entered in
/// `failed_rows` with its reason, its result is 0, and the others go on.
struct ColumnCall {
  const Cell* const* arguments = nullptr;
  Cell* result = nullptr;
  const std::uint32_t* rows = nullptr;
  std::uint32_t count = 0;
  Evaluation* evaluation = nullptr;
  struct FailedRow {
    std::uint32_t row;
    Failure failure;
    Cell offender;
    std::uint8_t culprit;
  };
  std::vector<FailedRow>* failed_rows = nullptr;
  const std::int64_t* now_ns = nullptr;  ///< per row
};
using ColumnBody = void (*)(const ColumnCall& call);

/// A function or operator at concrete argument types. Both bodies come from one definition.
struct Overload {
  std::vector<Type> arguments;
  Type result;
  ScalarBody scalar = nullptr;
  ColumnBody column = nullptr;
  /// For bodies that digest literal arguments once (regular expression, format text). Receives the
  /// literals in order of the parameters that must be literals, and the types of all arguments.
  std::shared_ptr<const void> (*prepare)(const std::vector<Value>& literals,
                                         const std::vector<Type>& types) = nullptr;
  bool can_fail = false;
};

/// Where numbers lie, both ends included.
struct Bounds {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

enum class FunctionKind : std::uint8_t { Operator, Function, Check };

/// What the sides of an operator between two operands may be, and what it gives.
enum class Typing : std::uint8_t {
  Arithmetic,  ///< numbers (and what the overloads say of times) of one kind, which is the result's
  Bits,        ///< integers
  Comparison,  ///< values of one type; a truth
  Logic,       ///< truths
};

/// How an operator is written, and how it is typed.
struct Notation {
  std::vector<std::string_view> spellings;
  int precedence = 0;  ///< level of the language reference, 1 (loosest) … 13
  bool right_associative = false;
  bool unary = false;
  Typing typing = Typing::Arithmetic;
};

/// What an operation does to intervals: how the ends of its result follow from those of its
/// arguments. Nothing set: no bounds pass through it.
struct EndRule {
  /// Per argument `+` (a larger one makes the result larger) or `-`; false counts as less than
  /// true.
  std::string_view directions = {};
  /// Where it is not monotone: functions of the low and high ends of all arguments in turn.
  std::string_view low = {};
  std::string_view high = {};
  /// Takes the operation's place on ends, which may lie where values never do.
  std::string_view at_ends = {};

  [[nodiscard]] bool known() const { return !directions.empty() || !low.empty(); }
};

/// Widths do not matter here: overloads are listed for Int64, UInt64, Float64, Prob, Fixed64, … and
/// serve every declared width of the same kind.
struct Function {
  std::string_view name;  ///< `add`, `sqrt`, `check_prob`
  FunctionKind kind = FunctionKind::Function;
  std::vector<std::string_view> argument_names;  ///< empty text: positional
  std::string_view module;                       ///< `math`, `regex`, `time` or empty
  std::string_view summary;
  std::string_view documentation;
  std::string_view example;
  std::optional<Notation> notation;
  std::vector<Overload> overloads;
  std::uint32_t literal_arguments = 0;  ///< bit i: argument i must be a literal
  /// Where the result lies if the arguments lie there, for numbers that do not wrap around.
  Bounds (*bounds)(std::span<const Bounds> arguments) = nullptr;
  /// What is wrong with a literal argument, or nothing: told when a specification is compiled.
  std::optional<std::string> (*literal_problem)(const Value& literal) = nullptr;
  bool variadic = false;       ///< further arguments of any type (`format`)
  bool exact_width = false;    ///< overloads differ in the width they check; others are not served
  bool whole_units = false;    ///< gives an Int64, or a checked UInt64 where that is wanted
  bool undoes_itself = false;  ///< applied twice it gives its argument back
  bool adds = false;           ///< gives the sum of its two arguments
  EndRule ends = {};

  /// The overload for arguments of these kinds, or null. A Prob also serves as Float, and a UFixed
  /// as Fixed, where nothing fits better.
  [[nodiscard]] const Overload* find(std::span<const Type> types) const;
  /// Likewise, but the result must be of the given type too (`cast`), declared width included
  /// where overloads differ in it only (`check_width`).
  [[nodiscard]] const Overload* find(std::span<const Type> types, const Type& result) const;
};

/// How an aggregation can be kept up to date.
enum class Algebra : std::uint8_t {
  Invertible,  ///< values can be taken out again exactly
  Mergeable,   ///< states of neighbouring stretches can be joined, oldest first
  Holistic,    ///< needs all values
};

/// Which of several values an aggregation gives back.
enum class Chosen : std::uint8_t { Smallest, Largest, Newest };

/// Values that can be asked for by their rank, the smallest being number 0.
class OrderedValues {
 public:
  virtual ~OrderedValues() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual Cell nth(std::size_t rank) const = 0;
};

/// Values on their way into states that stand side by side, one per instance.
struct AggregateRows {
  const Cell* values = nullptr;          ///< by row; one cell each
  const std::uint8_t* has = nullptr;     ///< by row: whether there is a value; null: always
  const std::uint32_t* slots = nullptr;  ///< by row: whose state; null: the first one
  const Timestamp* times = nullptr;      ///< by row
  std::uint32_t from = 0;
  std::uint32_t to = 0;  ///< exclusive
};

/// Where results of states that stand side by side go.
struct AggregateResults {
  Cell* const* columns = nullptr;  ///< one per cell of the result, by slot
  std::uint32_t num_columns = 1;
  Failure* failures = nullptr;  ///< by slot; none where there is a result
};

/// One way to hold the state of an aggregation, in `state_cells` cells. Where an operation returns
/// false, or stops early, its result does not fit the form and the state is as before.
struct StateForm {
  std::uint32_t state_cells = 0;
  void (*start)(Cell* state) = nullptr;
  bool (*add)(Cell* state, const Cell* value, std::int64_t time_ns) = nullptr;
  bool (*merge)(Cell* state, const Cell* later) = nullptr;
  /// Invertible only: what was added or merged is taken out again.
  bool (*remove)(Cell* state, const Cell* value, std::int64_t time_ns) = nullptr;
  bool (*unmerge)(Cell* state, const Cell* part) = nullptr;
  /// `add` for many rows; gives the row at which it stopped, `rows.to` if all fitted.
  std::uint32_t (*add_rows)(Cell* states, const AggregateRows& rows) = nullptr;
  /// `merge` and `unmerge` of states[slots[i]] with parts[i]; gives how many fitted.
  std::size_t (*merge_slots)(Cell* states, std::span<const std::uint32_t> slots,
                             const Cell* parts) = nullptr;
  std::size_t (*unmerge_slots)(Cell* states, std::span<const std::uint32_t> slots,
                               const Cell* parts) = nullptr;
  /// Writes result.num_cells() cells.
  void (*finish)(const Cell* state, Cell* result, Evaluation& evaluation) = nullptr;
  /// `finish` for many states, into one column per cell; gives whether any failed.
  bool (*finish_slots)(const Cell* states, std::span<const std::uint32_t> slots,
                       const AggregateResults& results) = nullptr;
};

/// An aggregation at a concrete value type. Its own form of state fits in any case; all of it is
/// null for holistic aggregations.
struct BoundAggregate : StateForm {
  Type input;
  Type result;  ///< `T?` where an empty window has no value
  Algebra algebra = Algebra::Holistic;
  /// A smaller form that serves as long as values fit, and how it becomes the other one.
  std::optional<StateForm> compact;
  void (*widen)(const Cell* compact, Cell* state) = nullptr;
  /// Holistic: the result of all values (oldest first, `input.num_cells()` cells each).
  void (*finish_values)(std::span<const Cell> values, std::uint32_t argument, Cell* result,
                        Evaluation& evaluation) = nullptr;
  /// The same where somebody keeps them sorted.
  void (*finish_ordered)(const OrderedValues& values, std::uint32_t argument, Cell* result,
                         Evaluation& evaluation) = nullptr;
  std::uint32_t argument = 0;  ///< N of pctlN
  /// Where the result is one of the values, of one cell each: which one.
  std::optional<Chosen> chosen;
};

/// What an aggregation does to intervals.
enum class AggregateEnds : std::uint8_t {
  None,      ///< no bounds pass through it
  EndByEnd,  ///< monotone: the low ends give the low end, the high ends the high one
  Point,     ///< does not look at values
};

/// An aggregation: one definition serves time windows, count windows and instances.
struct Aggregate {
  std::string_view name;
  std::vector<std::string_view> spellings;
  std::string_view summary;
  std::string_view documentation;
  std::string_view example;
  std::string_view accepts;  ///< in words, for messages: `numbers`, `Bool`, `any value`
  bool over_instances = true;
  bool numbered = false;  ///< `pctlN`: the name is followed by a number in 0 … 100
  /// Nothing if values of the type cannot be aggregated this way.
  std::optional<BoundAggregate> (*bind)(const Type& input, std::uint32_t argument) = nullptr;
  AggregateEnds ends = AggregateEnds::None;
  bool rate = false;      ///< an average of trials: has bounds of its own if these have a range
  bool internal = false;  ///< made by the compiler only
  bool counts = false;    ///< gives the number of values, whatever they are
};

[[nodiscard]] std::span<const Function* const> operators();
[[nodiscard]] std::span<const Function* const> functions();
[[nodiscard]] std::span<const Function* const> checks();
[[nodiscard]] std::span<const Aggregate* const> aggregates();

/// Any operator, function or check by its name.
[[nodiscard]] const Function* find_function(std::string_view name);
[[nodiscard]] const Function* find_operator(std::string_view spelling, bool unary);

struct AggregateName {
  const Aggregate* aggregate = nullptr;
  std::uint32_t argument = 0;
};
/// By any spelling, `pctl90` included.
[[nodiscard]] std::optional<AggregateName> find_aggregate(std::string_view spelling);

/// In words: "division by zero", "1.3 is not a probability", …
[[nodiscard]] std::string describe(Failure failure, const Type& type, Cell offender,
                                   const SymbolTable& symbols);
/// The same for a failed call of a body; knows which type the offending value has.
[[nodiscard]] std::string describe(const Overload& body, Failure failure, Cell offender,
                                   std::uint8_t culprit, const SymbolTable& symbols);

}  // namespace fairmon::builtins
