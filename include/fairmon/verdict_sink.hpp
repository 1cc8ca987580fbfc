#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/result.hpp>
#include <fairmon/spec.hpp>
#include <fairmon/symbols.hpp>
#include <fairmon/verdict.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fairmon {

/// Which changes a sink wants to see.
struct VerdictSelection {
  Verbosity verbosity = Verbosity::Public;
  std::vector<std::string> debug_streams;
  /// Everything a plot needs, whatever the verbosity.
  bool plotted = false;
  /// Whether the conditions of triggers hold (StreamInfo::Tells::State).
  bool episodes = false;
  /// Bounds and trials of values, and how triggers with statements are judged.
  bool evidence = false;

  [[nodiscard]] bool wants(const StreamInfo& stream) const;
  [[nodiscard]] bool wants_lifecycle(const StreamInfo& stream) const;
};

/// How a run went; given to sinks at the end.
struct RunSummary {
  std::uint64_t num_events = 0;
  std::uint64_t num_deadlines = 0;
  std::uint64_t num_bad_records = 0;
  std::uint64_t num_late_records = 0;
  std::uint64_t num_evaluation_errors = 0;
  std::vector<std::uint64_t> trigger_counts;  ///< per trigger
  Timestamp reached;
  double wall_seconds = 0.0;
  bool interrupted = false;
  /// Streams with a clock were evaluated once more after the last event, at the end of the period
  /// that was under way; or that period ended with the data and was not evaluated.
  bool finished_period = false;
  bool unfinished_period = false;
  std::optional<Error> error;
};

struct SinkContext {
  std::shared_ptr<SymbolTable> symbols;
  /// Calendar time of monitor time 0, if the data have calendar times.
  std::optional<Timestamp> start_time;
  VerdictSelection selection;
  bool resumed = false;  ///< goes on after a checkpoint: no header again
  /// The data come as they happen: time goes on while nothing comes.
  bool live = false;
  /// What the user asked for, see PipelineOptions.
  std::vector<std::pair<std::string, std::string>> asked;
  /// Told what is odd but stops nobody; may be nothing.
  std::function<void(const std::string&)> warn;
};

/// What is known about the chance behind a value.
struct ValueEvidence {
  std::optional<double> lower;
  std::optional<double> upper;
  std::optional<std::uint64_t> trials;
  /// Of a trigger that fires because of a stretch (`recent`): when that began.
  std::optional<Timestamp> stretch_from;
};

/// One change in verdict order.
struct VerdictRow {
  Timestamp time;
  std::uint32_t stream = 0;  ///< index as in Spec::streams()
  std::uint32_t cycle = 0;
  ChangeKind kind = ChangeKind::Value;
  /// Of the instance; null where there is none: without parameters, or when a spawn failed.
  const Cell* parameters = nullptr;
  const Cell* values = nullptr;
  const EvaluationError* error = nullptr;   ///< set: this row reports a failed evaluation
  const ValueEvidence* evidence = nullptr;  ///< where a sink asked for it
};

/// Chooses and orders what a sink gets to see: by cycle, then stream, then spawns, values and
/// closes, then instances by their parameters.
class VerdictFactory {
 public:
  VerdictFactory(const Spec& spec, SinkContext context);
  /// Fills `rows` with the wanted changes; pointers stay valid until the batch changes.
  void rows(const VerdictBatch& batch, std::vector<VerdictRow>& rows) const;
  /// Order of two instances of a stream by their parameters: negative, zero or positive. No
  /// instance (null) comes first.
  [[nodiscard]] int compare_instances(std::uint32_t stream, const Cell* a, const Cell* b) const;
  [[nodiscard]] const Spec& spec() const noexcept { return spec_; }
  [[nodiscard]] const SinkContext& context() const noexcept { return context_; }
  [[nodiscard]] bool wants(std::uint32_t stream) const noexcept { return wanted_[stream]; }

 private:
  Spec spec_;
  SinkContext context_;
  std::vector<bool> wanted_;
  std::vector<bool> lifecycle_;
};

/// What happens when a sink is slower than the monitor.
enum class SinkManners : std::uint8_t {
  Block,       ///< the monitor waits
  DropOldest,  ///< old batches are dropped and counted
  Latest,      ///< only the newest batch is kept
};

/// A number that a sink tells of itself while it works.
struct SinkNumber {
  std::string name;  ///< `alarms_sent`
  std::string help;  ///< lower case, no full stop
  double value = 0.0;
  bool counter = true;  ///< only grows; else it is what there is now
};

/// Keeps the state of a run beside what a sink has written: both become visible at once, or
/// neither.
class StateKeeper {
 public:
  virtual ~StateKeeper() = default;
  /// The state that was saved last, to go on from it; nothing: the run begins. Called first of all.
  [[nodiscard]] virtual Result<std::optional<std::string>> load() = 0;
  /// Saves a state, with everything that the sink was given before. `position` is that of the
  /// source.
  virtual Result<void> save(std::string_view state, std::string_view position) = 0;
  /// Where the state is, for messages.
  [[nodiscard]] virtual std::string place() const = 0;
};

/// Receives verdicts. Called from one thread, in order.
class VerdictSink {
 public:
  virtual ~VerdictSink() = default;
  virtual Result<void> open(const Spec& spec, const SinkContext& context) = 0;
  virtual Result<void> write(const VerdictBatch& batch) = 0;
  virtual Result<void> flush() = 0;
  /// Nothing came for about a second; only where sinks have threads of their own. May be called
  /// while another thread calls `sync`, `position` or `mark_symbols`.
  virtual Result<void> idle() { return {}; }
  /// From any thread while the run goes on.
  [[nodiscard]] virtual std::vector<SinkNumber> numbers() const { return {}; }
  /// What was flushed is on the disk afterwards, as far as there is a file; called before a
  /// checkpoint refers to `position`.
  virtual Result<void> sync() { return {}; }
  virtual Result<void> close(const RunSummary& summary) = 0;
  [[nodiscard]] virtual SinkManners manners() const noexcept { return SinkManners::Block; }
  /// What the sink needs recorded; the union over all sinks is what the monitor observes.
  [[nodiscard]] virtual VerdictSelection selection() const = 0;
  /// Also gets batches in which nothing happened that it selects: it wants to know how far the run
  /// is.
  [[nodiscard]] virtual bool wants_every_batch() const { return false; }
  /// Is shown the bytes of the data, if the sink wants to see them; one sink of a run may.
  [[nodiscard]] virtual std::shared_ptr<InputTap> tap() { return nullptr; }
  /// With a tap: VerdictBatch::input comes after so many events, and at the end.
  [[nodiscard]] virtual std::uint64_t input_every() const { return 0; }
  /// Position of the output (e.g. bytes written) for exact resumption; empty if it has none.
  [[nodiscard]] virtual std::string position() const { return {}; }
  /// Returns to a position: what was written after it is taken back.
  virtual Result<void> rewind(std::string_view position);
  /// Keeps the state of the run, if the sink can; one sink of a run may. Then no checkpoint is
  /// written, the run goes on from the state that is there, and the end of the data is a pause.
  [[nodiscard]] virtual StateKeeper* keeper() { return nullptr; }
  /// Marks the texts whose numbers the sink keeps from one `write` to the next. False: it cannot
  /// tell, and texts of the run are never taken out.
  [[nodiscard]] virtual bool mark_symbols(SymbolMarks& alive) const;
};

}  // namespace fairmon
