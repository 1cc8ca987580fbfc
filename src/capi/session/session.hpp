#pragma once

#include <fairmon/monitor.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "capi/session/firings.hpp"
#include "capi/session/frame_decoder.hpp"
#include "capi/session/recorder.hpp"
#include "capi/session/told.hpp"

namespace fairmon::capi {

/// What asks, between batches, whether a long call should end.
struct Pause {
  int (*callback)(void*) = nullptr;
  void* context = nullptr;
};

/// One monitor of C: an engine, how its data are read, what is kept of its verdicts.
class Session {
 public:
  Session(Spec spec, SessionOptions options);

  Outcome<void> push(const ArrowSchema& schema, const ArrowArray& array);
  Outcome<void> push_stream(ArrowArrayStream& stream, bool lazy);
  /// Events value by value: a time per row, then the values of its inputs.
  struct Rows {
    const fairmon_value* times;  ///< may be null
    const fairmon_value* inputs;
    std::size_t num_rows;
    std::size_t num_inputs;
  };
  Outcome<void> push_rows(const Rows& rows);
  Outcome<void> advance(const fairmon_value& time);
  Outcome<void> finish();
  void reset();

  /// Firings since the last question.
  [[nodiscard]] std::uint64_t fired();
  Outcome<void> table(std::string_view what, std::string_view name, ArrowArrayStream& out) const;
  void take(ArrowArrayStream& out);
  /// `table`, whose rows are then forgotten: triggers, values or errors.
  Outcome<void> take_table(std::string_view what, std::string_view name, ArrowArrayStream& out);
  /// Which of so many groups each event belongs to, of a part that is divided by a key. The events
  /// are only looked at.
  Outcome<void> route(const ArrowSchema& schema, const ArrowArray& array, std::uint32_t groups,
                      ArrowArrayStream& out);
  [[nodiscard]] std::string facts() const;
  Outcome<std::string> save();
  Outcome<void> restore(std::string_view bytes);

  Pause pause;
  std::mutex busy;

 private:
  /// What an evaluation under the policy *report* left behind.
  struct Failed {
    std::int64_t time;
    std::uint32_t stream;
    std::string instance;
    std::string message;
    std::uint32_t line;
    std::int64_t event = Places::kDeadline;  ///< of a part
    std::string rank{};                      ///< of a part
  };
  /// Everything that a reset forgets.
  struct Life {
    std::shared_ptr<SymbolTable> symbols;
    TextCache texts;
    Clock clock;
    Places places;  ///< of a part
    Firings firings;
    Recorder recorder;
    VerdictFactory order;
    std::optional<Monitor> monitor;
    std::optional<Told> told;  ///< without findings nothing
    std::vector<Failed> failed;
    Timestamp last;     ///< of the events
    Timestamp reached;  ///< everything up to here is decided
    std::uint64_t num_events = 0;
    std::uint64_t num_deadlines = 0;
    std::uint64_t num_errors = 0;
    std::size_t counted = 0;         ///< firings that the caller knows of
    std::uint32_t texts_wanted = 0;  ///< so many before dead ones are looked for again

    Life(const Spec& spec, const SessionOptions& options);
  };

  [[nodiscard]] std::vector<std::uint32_t> observed() const;
  Outcome<void> begin(std::optional<Timestamp> start);
  /// Takes back a beginning that led to nothing.
  void undo_begin(bool was_running);
  Outcome<void> decode_all(FrameDecoder& decoder, std::int64_t first_row, Clock& clock,
                           Timestamp& last, std::vector<EventBatch>& batches);
  Outcome<void> apply_lazily(FrameDecoder& decoder, std::int64_t first_row);
  Outcome<void> begin_with(FrameDecoder& decoder);
  Outcome<void> decode_row(const Rows& rows, std::size_t row, Clock& clock, Timestamp& last,
                           EventBatch& batch);
  Outcome<void> apply(const EventBatch& batch);
  /// Lets `work` fill verdicts; those of a part get the shape of the whole.
  template <typename Work>
  Result<void> judge(Work&& work);
  Outcome<void> apply_all(const std::vector<EventBatch>& batches, const Clock& clock,
                          Timestamp last);
  Outcome<void> note_verdicts(Result<void> result, const EventBatch* batch);
  Outcome<void> load(std::string_view saved);
  void collect_texts();
  [[nodiscard]] Failure evaluation_failure(const EvaluationError& error) const;
  [[nodiscard]] bool asked_to_stop() const;
  [[nodiscard]] std::vector<TableColumn> error_table() const;
  Outcome<std::vector<TableColumn>> stream_table(std::string_view what,
                                                 std::string_view name) const;

  Spec spec_;
  SessionOptions options_;
  std::unique_ptr<Life> life_;
  VerdictBatch verdicts_;
  VerdictBatch narrow_;  ///< of a part
  EventBatch batch_;
};

}  // namespace fairmon::capi
