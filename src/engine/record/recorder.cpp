#include "engine/record/recorder.hpp"

namespace fairmon::engine {

Recorder::Recorder(const State& state, const MonitorOptions& options)
    : state_(state), lifecycle_(options.record_lifecycle) {
  observed_.assign(state.plan.program->num_public, options.observe_all ? 1 : 0);
  for (const std::uint32_t stream : options.observed) {
    observed_.at(stream) = 1;
  }
}

void Recorder::attach(VerdictBatch& verdicts) {
  verdicts_ = &verdicts;
  const std::size_t num_public = observed_.size();
  if (verdicts.streams.size() == num_public) {
    return;
  }
  verdicts.streams.resize(num_public);
  for (std::uint32_t stream = 0; stream < num_public; ++stream) {
    const StreamPlan& planned = state_.plan.streams[stream];
    verdicts.streams[stream].cells_per_value = planned.num_cells;
    verdicts.streams[stream].cells_per_instance = state_.plan.tables[planned.table].num_key_cells;
  }
}

std::uint32_t Recorder::cycle() {
  if (!open_) {
    verdicts_->cycle_times.push_back(Timestamp{time_});
    open_ = true;
  }
  return static_cast<std::uint32_t>(verdicts_->cycle_times.size() - 1);
}

void Recorder::row(std::uint32_t stream, ChangeKind kind, std::uint32_t slot) {
  StreamVerdicts& target = verdicts_->streams[stream];
  target.cycle.push_back(cycle());
  target.kind.push_back(kind);
  const InstanceTable& table = state_.tables[state_.plan.streams[stream].table];
  for (std::uint32_t cell = 0; cell < target.cells_per_instance; ++cell) {
    target.parameters.push_back(table.key_column(cell)[slot]);
  }
}

void Recorder::value(std::uint32_t stream, std::uint32_t slot, const Cell* const* columns,
                     std::uint32_t lane) {
  if (!observes(stream)) {
    return;
  }
  row(stream, ChangeKind::Value, slot);
  StreamVerdicts& target = verdicts_->streams[stream];
  for (std::uint32_t cell = 0; cell < target.cells_per_value; ++cell) {
    target.values.push_back(columns[cell][lane]);
  }
}

void Recorder::life(std::uint32_t table, ChangeKind kind, std::uint32_t slot) {
  if (!lifecycle_ || !state_.plan.tables[table].spawned) {
    return;
  }
  for (const std::uint32_t stream : state_.plan.tables[table].members) {
    if (observes(stream)) {
      row(stream, kind, slot);
      StreamVerdicts& target = verdicts_->streams[stream];
      target.values.resize(target.values.size() + target.cells_per_value, 0);
    }
  }
}

/// Hidden streams stand for a part of some public stream; their errors carry no number of theirs.
std::uint32_t Recorder::public_stream(std::uint32_t stream) const noexcept { return stream; }

std::string Recorder::message(const LaneFailure& failure) const {
  return builtins::describe(failure.failure, *failure.type, failure.offender, *state_.symbols);
}

void Recorder::error(std::uint32_t stream, std::uint32_t slot, const LaneFailure& failure) {
  EvaluationError error;
  error.cycle = cycle();
  error.stream = public_stream(stream);
  const InstanceTable& table = state_.tables[state_.plan.streams[stream].table];
  for (std::uint32_t cell = 0; slot != kNone && cell < table.num_key_cells(); ++cell) {
    error.parameters.push_back(table.key_column(cell)[slot]);
  }
  error.message = message(failure);
  error.span = failure.span;
  verdicts_->errors.push_back(std::move(error));
}

Error Recorder::describe(std::uint32_t stream, std::uint32_t slot, std::int64_t time,
                         const LaneFailure& failure) const {
  std::string where = state_.plan.program->streams[ir::StreamId(stream)].name;
  const std::uint32_t table_index = state_.plan.streams[stream].table;
  const InstanceTable& table = state_.tables[table_index];
  if (slot != kNone && table.num_key_cells() > 0) {
    std::vector<Cell> key;
    for (std::uint32_t cell = 0; cell < table.num_key_cells(); ++cell) {
      key.push_back(table.key_column(cell)[slot]);
    }
    const TablePlan& planned = state_.plan.tables[table_index];
    where += '(';
    for (std::size_t i = 0; i < planned.parameter_types.size(); ++i) {
      where += i == 0 ? "" : ", ";
      append_text(where, planned.parameter_types[i], key.data() + planned.parameter_cells[i],
                  *state_.symbols);
    }
    where += ')';
  }
  return Error(ErrorCode::Evaluation, message(failure))
      .with_context("evaluating " + where + " at " + std::to_string(time) + " ns");
}

}  // namespace fairmon::engine
