#pragma once

#include <fairmon/event.hpp>
#include <fairmon/result.hpp>
#include <fairmon/spec.hpp>
#include <fairmon/symbols.hpp>
#include <fairmon/verdict.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon {

enum class EngineKind : std::uint8_t {
  Fast,       ///< vectorised over batches
  Reference,  ///< keeps everything, recomputes everything: slow and obviously right
};

/// What to do when a stream cannot be evaluated (division by zero, Prob out of range, …).
enum class ErrorPolicy : std::uint8_t {
  Stop,    ///< `accept` returns the error; what was decided before is in the verdicts
  Report,  ///< the stream has no value in that cycle, the error stands among the verdicts
};

struct MonitorOptions {
  EngineKind engine = EngineKind::Fast;
  ErrorPolicy on_error = ErrorPolicy::Stop;
  /// Calendar time of monitor time 0 (nanoseconds since 1970); what `now()` adds.
  Timestamp start_time;
  /// Streams to record, as indices into Spec::streams(). Empty with `observe_all`: every stream.
  std::vector<std::uint32_t> observed;
  bool observe_all = true;
  /// Also record spawns and closes of the observed streams.
  bool record_lifecycle = true;
  /// Also list the deadlines that are evaluated (VerdictBatch::deadlines).
  bool mark_deadlines = false;
  /// Shared with the source and the sinks. Made anew if null.
  std::shared_ptr<SymbolTable> symbols;
};

/// Rows of a batch: begin … end−1.
struct RowRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The running engine; nobody outside of the library sees it.
class MonitorBody;

/// One run of a specification. Movable, not copyable; one thread at a time.
class Monitor {
 public:
  [[nodiscard]] static Result<Monitor> create(const Spec& spec, MonitorOptions options = {});
  Monitor(Monitor&& other) noexcept;
  Monitor& operator=(Monitor&& other) noexcept;
  ~Monitor();

  /// Evaluates the rows in order, each after the deadlines strictly before it, and appends what
  /// happened to `verdicts` (which the caller clears). Rows must not go back in time.
  Result<void> accept(const EventBatch& events, VerdictBatch& verdicts);
  /// The same for some rows of a batch, which must be among its rows.
  Result<void> accept(const EventBatch& events, RowRange rows, VerdictBatch& verdicts);
  /// Evaluates every deadline up to and including `time`; for live runs without events.
  Result<void> advance_to(Timestamp time, VerdictBatch& verdicts);
  /// End of the input: evaluates the deadlines due up to the last event's time.
  Result<void> finish(VerdictBatch& verdicts);

  /// The exact state as bytes, with the texts it refers to, and a monitor that goes on from there.
  [[nodiscard]] std::string save() const;
  /// Likewise, with texts that others hold: sinks that keep their numbers over a resumption.
  [[nodiscard]] std::string save(SymbolMarks held) const;
  Result<void> restore(std::string_view bytes);

  /// Marks the texts the state refers to, for `SymbolTable::collect`; constants of the
  /// specification are interned by `create` and have to be pinned. False: all are needed.
  [[nodiscard]] bool mark_symbols(SymbolMarks& alive) const;

  [[nodiscard]] const Spec& spec() const noexcept;
  [[nodiscard]] const std::shared_ptr<SymbolTable>& symbols() const noexcept;
  [[nodiscard]] const MonitorOptions& options() const noexcept;
  /// Living instances of a stream (1 for an unparameterised active one).
  [[nodiscard]] std::uint64_t num_instances(std::uint32_t stream) const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  Monitor(Spec spec, MonitorOptions options, std::unique_ptr<MonitorBody> body);
  Spec spec_;
  MonitorOptions options_;
  std::unique_ptr<MonitorBody> body_;
};

}  // namespace fairmon
