#include "reference/monitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "builtins/equality.hpp"
#include "reference/evaluate.hpp"
#include "reference/recorder.hpp"
#include "reference/schedule.hpp"
#include "reference/snapshot.hpp"

namespace fairmon::reference {
namespace {

class ReferenceMonitor final : public MonitorBody {
 public:
  ReferenceMonitor(std::shared_ptr<const ir::Program> program, const MonitorOptions& options)
      : program_(std::move(program)),
        options_(options),
        symbols_(options.symbols ? options.symbols : std::make_shared<SymbolTable>()),
        store_(*program_),
        schedule_(*program_, store_),
        evaluator_(*program_, store_, *symbols_, options.start_time.ns),
        recorder_(*program_, observed_streams(*program_, options), options) {
    for (const ir::Stream& stream : program_->streams) {
      num_layers_ = std::max({num_layers_, stream.eval_layer + 1, stream.spawn_layer + 1});
    }
  }

  Result<void> accept(const EventBatch& events, RowRange rows, VerdictBatch& verdicts) override {
    recorder_.shape(verdicts);
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      const std::int64_t time = events.times()[row].ns;
      if (last_event_ && time < *last_event_) {
        return Error(ErrorCode::Input, "the events go back in time");
      }
      if (auto done = run_deadlines(time - 1, verdicts); !done) {
        return done;
      }
      if (auto done = run_event(events, row, verdicts); !done) {
        return done;
      }
    }
    return {};
  }

  Result<void> advance_to(Timestamp time, VerdictBatch& verdicts) override {
    recorder_.shape(verdicts);
    auto done = run_deadlines(time.ns, verdicts);
    if (done) {
      verdicts.reached = std::max(verdicts.reached, time);
    }
    return done;
  }

  Result<void> finish(VerdictBatch& verdicts) override {
    recorder_.shape(verdicts);
    return last_event_ ? run_deadlines(*last_event_, verdicts) : Result<void>();
  }

  void save(std::string& bytes) const override {
    write_snapshot(bytes, {store_, schedule_.clocks(), last_event_, stopped_});
  }

  Result<void> restore(std::string_view bytes) override {
    Snapshot snapshot{store_, schedule_.clocks(), last_event_, stopped_};
    if (auto read = read_snapshot(bytes, *program_, snapshot); !read) {
      return read;
    }
    store_ = std::move(snapshot.store);
    schedule_.clocks() = std::move(snapshot.clocks);
    last_event_ = snapshot.last_event;
    stopped_ = std::move(snapshot.stopped);
    return {};
  }

  [[nodiscard]] std::uint64_t num_instances(std::uint32_t stream) const override {
    const Instances& all = store_.streams[ir::StreamId(stream)];
    return static_cast<std::uint64_t>(std::count_if(
        all.begin(), all.end(), [](const auto& entry) { return entry.second.alive; }));
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    std::size_t bytes = 0;
    for (const Instances& all : store_.streams) {
      for (const auto& [key, instance] : all) {
        bytes += sizeof instance + 2 * key.size() * sizeof(Cell);
        for (const Produced& p : instance.values) {
          bytes += sizeof p + p.value.size() * sizeof(Cell);
        }
      }
    }
    return bytes;
  }

 private:
  static std::vector<bool> observed_streams(const ir::Program& program,
                                            const MonitorOptions& options) {
    std::vector<bool> observed(program.num_public, options.observe_all);
    for (const std::uint32_t stream : options.observed) {
      observed[stream] = true;
    }
    return observed;
  }

  /// Every deadline up to and including `until`, each a cycle of its own.
  Result<void> run_deadlines(std::int64_t until, VerdictBatch& verdicts) {
    for (auto due = schedule_.next(); due && *due <= until; due = schedule_.next()) {
      store_.begin_cycle(*due);
      schedule_.reach(*due);
      event_cycle_ = false;
      if (auto done = run_cycle(verdicts); !done) {
        return done;
      }
      ++verdicts.num_deadlines;
    }
    return stopped_ ? Result<void>(*stopped_) : Result<void>();
  }

  Result<void> run_event(const EventBatch& events, std::size_t row, VerdictBatch& verdicts) {
    last_event_ = events.times()[row].ns;
    store_.begin_cycle(*last_event_);
    schedule_.clear();
    event_cycle_ = true;
    for (std::size_t input = 0; input < program_->num_inputs; ++input) {
      const InputColumn& column = events.column(input);
      if (column.has(row)) {
        const ir::StreamId id(input);
        store_.produce(store_.streams[id].begin()->second, {column.cells[row]});
        recorder_.note(ChangeKind::Value, id, {}, {column.cells[row]});
      }
    }
    auto done = run_cycle(verdicts);
    verdicts.num_events += done ? 1 : 0;
    return done;
  }

  /// Spawns and evaluations by layer, then closes.
  Result<void> run_cycle(VerdictBatch& verdicts) {
    for (std::uint32_t layer = 0; layer < num_layers_; ++layer) {
      for (const ir::StreamId id : program_->streams.ids()) {
        const ir::Stream& stream = program_->streams[id];
        if (stream.spawn && stream.spawn_layer == layer && is_due(stream.spawn->pacing, false)) {
          spawn(id, stream);
        }
      }
      for (const ir::StreamId id : program_->streams.ids()) {
        const ir::Stream& stream = program_->streams[id];
        if (stream.kind != ir::StreamKind::Input && stream.eval_layer == layer) {
          for_living(id, [&](Instance& instance) { evaluate(id, stream, instance); });
        }
      }
    }
    for (const ir::StreamId id : program_->streams.ids()) {
      if (program_->streams[id].close) {
        for_living(id, [&](Instance& i) { close(id, program_->streams[id], i); });
      }
    }
    return complete_cycle(verdicts);
  }

  void for_living(ir::StreamId id, const std::function<void(Instance&)>& visit) {
    for (auto& [key, instance] : store_.streams[id]) {
      if (instance.alive) {
        visit(instance);
      }
    }
  }

  [[nodiscard]] bool is_due(const ir::Pacing& pacing, bool local_due) const {
    switch (pacing.kind) {
      case ir::PacingKind::Event:
        return event_cycle_ && satisfied(pacing.activation);
      case ir::PacingKind::Global:
        return schedule_.is_due(pacing.period);
      case ir::PacingKind::Local:
        return local_due;
    }
    return false;
  }

  [[nodiscard]] bool satisfied(const ir::Activation& activation) const {
    const auto holds = [this](const ir::Activation& part) { return satisfied(part); };
    const auto& parts = activation.parts;
    switch (activation.kind) {
      case ir::Activation::Kind::True:
        return true;
      case ir::Activation::Kind::Input:
        return store_.find(activation.input, {})->fresh(store_.cycle);
      case ir::Activation::Kind::And:
        return std::all_of(parts.begin(), parts.end(), holds);
      case ir::Activation::Kind::Or:
        return std::any_of(parts.begin(), parts.end(), holds);
    }
    return false;
  }

  /// The value of an expression; an error is noted. An absent condition is true.
  std::optional<Cells> value_of(ir::ExprId expr, ir::StreamId id, const Instance* instance) {
    std::optional<Problem> problem;
    auto value = evaluator_.evaluate(expr, program_->streams[id], instance, problem);
    if (problem) {
      recorder_.note_error(id, instance != nullptr ? instance->key : Cells(), problem->message,
                           problem->span);
    }
    return value;
  }
  enum class Answer : std::uint8_t { Yes, No, Unknown };
  Answer ask(ir::ExprId condition, ir::StreamId id, const Instance* instance) {
    if (!condition.valid()) {
      return Answer::Yes;
    }
    const auto value = value_of(condition, id, instance);
    return !value ? Answer::Unknown : (value->front() != 0 ? Answer::Yes : Answer::No);
  }

  void spawn(ir::StreamId id, const ir::Stream& stream) {
    if (ask(stream.spawn->when, id, nullptr) != Answer::Yes) {
      return;
    }
    Cells key;
    if (stream.spawn->with.valid()) {
      auto value = value_of(stream.spawn->with, id, nullptr);
      if (!value) {
        return;
      }
      key = *std::move(value);
      builtins::make_canonical(stream.instance_type(), key.data());
    }
    if (store_.spawn(id, key)) {
      recorder_.note(ChangeKind::Spawn, id, key, {});
    }
  }

  /// The first clause that applies gives the value. A condition that cannot be evaluated leaves the
  /// stream without value, whatever clauses follow.
  void evaluate(ir::StreamId id, const ir::Stream& stream, Instance& instance) {
    for (const ir::EvalClause& clause : stream.evals) {
      if (!is_due(clause.pacing, instance.eval_is_due)) {
        continue;
      }
      const Answer applies = ask(clause.when, id, &instance);
      if (applies == Answer::No) {
        continue;
      }
      auto value = applies == Answer::Yes ? value_of(clause.with, id, &instance) : std::nullopt;
      if (value) {
        recorder_.note(ChangeKind::Value, id, instance.key, *value);
        store_.produce(instance, *std::move(value));
      }
      return;
    }
  }

  void close(ir::StreamId id, const ir::Stream& stream, Instance& instance) {
    if (is_due(stream.close->pacing, instance.close_is_due) &&
        ask(stream.close->when, id, &instance) == Answer::Yes) {
      instance.closing = true;
      if (stream.spawn) {
        recorder_.note(ChangeKind::Close, id, instance.key, {});
      }
    }
  }

  Result<void> complete_cycle(VerdictBatch& verdicts) {
    const bool stop = recorder_.failed() && options_.on_error == ErrorPolicy::Stop;
    recorder_.commit(store_.time, event_cycle_, stop, verdicts);
    if (stop) {
      const EvaluationError& first = verdicts.errors[first_error_of_cycle(verdicts)];
      stopped_ = Error(ErrorCode::Evaluation, describe(first));
      return *stopped_;
    }
    verdicts.reached = {store_.time};
    return {};
  }

  static std::size_t first_error_of_cycle(const VerdictBatch& verdicts) {
    std::size_t first = verdicts.errors.size() - 1;
    while (first > 0 && verdicts.errors[first - 1].cycle == verdicts.errors[first].cycle) {
      --first;
    }
    return first;
  }

  [[nodiscard]] std::string describe(const EvaluationError& error) const {
    const ir::Stream& stream = program_->streams[ir::StreamId(error.stream)];
    std::string instance;
    if (!error.parameters.empty()) {
      append_text(instance, stream.instance_type(), error.parameters.data(), *symbols_, false);
      if (stream.parameters.size() == 1) {
        instance = '(' + instance + ')';
      }
    }
    std::string time;
    const Cell now = cell_of(store_.time);
    append_text(time, Type::duration(), &now, *symbols_);
    return fmt::format("`{}{}` at {}: {}", stream.name, instance, time, error.message);
  }

  std::shared_ptr<const ir::Program> program_;
  MonitorOptions options_;
  std::shared_ptr<SymbolTable> symbols_;
  Store store_;
  Schedule schedule_;
  Evaluator evaluator_;
  Recorder recorder_;
  std::uint32_t num_layers_ = 0;
  bool event_cycle_ = false;
  std::optional<std::int64_t> last_event_;
  std::optional<Error> stopped_;
};

}  // namespace

std::unique_ptr<MonitorBody> make_monitor(std::shared_ptr<const ir::Program> program,
                                          const MonitorOptions& options) {
  return std::make_unique<ReferenceMonitor>(std::move(program), options);
}

}  // namespace fairmon::reference
