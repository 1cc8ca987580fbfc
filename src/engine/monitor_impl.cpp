#include <algorithm>

#include "engine/engine.hpp"
#include "engine/record/recorder.hpp"
#include "engine/runs/run.hpp"
#include "engine/state.hpp"

namespace fairmon::engine {

namespace {

MonitorOptions with_symbols(MonitorOptions options) {
  if (!options.symbols) {
    options.symbols = std::make_shared<SymbolTable>();
  }
  return options;
}

class FastMonitor final : public MonitorBody {
 public:
  FastMonitor(std::shared_ptr<const ir::Program> program, MonitorOptions options)
      : plan_(make_plan(std::move(program))),
        state_(plan_, options),
        recorder_(state_, options),
        run_(state_, recorder_) {}

  Result<void> accept(const EventBatch& events, RowRange rows, VerdictBatch& verdicts) override {
    if (Result<void> alive = check_alive(); !alive) {
      return alive;
    }
    recorder_.attach(verdicts);
    for (std::size_t row = rows.begin; row < rows.end;) {
      const std::int64_t time = events.times()[row].ns;
      if (state_.had_event && time < state_.last_event) {
        return Error(ErrorCode::Input, "the events go back in time");
      }
      if (Result<void> done = run_deadlines(time - 1); !done) {
        return done;
      }
      std::uint32_t count = 0;
      if (std::optional<Error> error = run_.events(events, {row, rows.end}, count)) {
        return stop(std::move(*error));
      }
      row += count;
      verdicts.reached = events.times()[row - 1];
    }
    return {};
  }

  Result<void> advance_to(Timestamp time, VerdictBatch& verdicts) override {
    if (Result<void> alive = check_alive(); !alive) {
      return alive;
    }
    recorder_.attach(verdicts);
    Result<void> done = run_deadlines(time.ns);
    if (done) {
      verdicts.reached = std::max(verdicts.reached, time);
    }
    return done;
  }

  Result<void> finish(VerdictBatch& verdicts) override {
    if (!state_.had_event) {
      return check_alive();
    }
    return advance_to(Timestamp{state_.last_event}, verdicts);
  }

  /// The error that stopped the monitor comes first, then the state.
  void save(std::string& bytes) const override {
    ArchiveWriter archive(bytes);
    archive(stopped_.has_value());
    if (stopped_) {
      archive(stopped_->code);
      archive(std::vector<char>(stopped_->message.begin(), stopped_->message.end()));
    }
    state_.save(bytes);
  }

  Result<void> restore(std::string_view bytes) override {
    ArchiveReader archive(bytes);
    bool stopped = false;
    archive(stopped);
    Error error;
    if (stopped) {
      std::vector<char> message;
      archive(error.code);
      archive(message);
      error.message.assign(message.begin(), message.end());
    }
    if (archive.failed() || !state_.restore(archive.rest())) {
      stopped_ = Error(ErrorCode::Checkpoint, "the state does not fit this specification");
      return *stopped_;
    }
    run_.forget();
    stopped_ = stopped ? std::optional<Error>(std::move(error)) : std::nullopt;
    return {};
  }

  bool mark_symbols(SymbolMarks& alive) const override { return state_.mark_symbols(alive); }

  std::uint64_t num_instances(std::uint32_t stream) const override {
    return state_.tables[plan_.streams.at(stream).table].num_live();
  }

  std::size_t memory_bytes() const override {
    return state_.memory_bytes() + run_.memory_bytes() + sizeof(*this);
  }

 private:
  Result<void> run_deadlines(std::int64_t until) {
    for (std::int64_t due = state_.next_deadline(); due <= until && due != kNever;
         due = state_.next_deadline()) {
      if (std::optional<Error> error = run_.deadline(due)) {
        return stop(std::move(*error));
      }
      recorder_.verdicts().reached = Timestamp{due};
    }
    return {};
  }

  /// After an error nothing more is evaluated: the state is that of a half-finished cycle.
  Result<void> check_alive() const { return stopped_ ? Result<void>(*stopped_) : Result<void>(); }
  Result<void> stop(Error error) {
    stopped_ = error;
    return error;
  }

  Plan plan_;
  State state_;
  Recorder recorder_;
  Run run_;
  std::optional<Error> stopped_;
};

}  // namespace

std::unique_ptr<MonitorBody> make_monitor(std::shared_ptr<const ir::Program> program,
                                          const MonitorOptions& options) {
  return std::make_unique<FastMonitor>(std::move(program), with_symbols(options));
}

}  // namespace fairmon::engine
