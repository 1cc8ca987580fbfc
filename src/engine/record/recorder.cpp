#include "engine/record/recorder.hpp"

#include <algorithm>
#include <tuple>

#include "ir/dependencies.hpp"

namespace fairmon::engine {

Recorder::Recorder(const State& state, const MonitorOptions& options)
    : state_(state),
      owner_(ir::find_owners(*state.plan.program)),
      lifecycle_(options.record_lifecycle),
      marks_(options.mark_deadlines),
      stops_(options.on_error == ErrorPolicy::Stop) {
  observed_.assign(state.plan.program->num_public, options.observe_all ? 1 : 0);
  for (const std::uint32_t stream : options.observed) {
    observed_.at(stream) = 1;
  }
  observes_any_ = std::ranges::find(observed_, 1) != observed_.end();
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
    verdicts_->cycle_events.push_back(
        static_cast<std::uint32_t>(verdicts_->num_events + (event_ ? 1 : 0)));
    open_ = true;
  }
  return static_cast<std::uint32_t>(verdicts_->cycle_times.size() - 1);
}

void Recorder::row(std::uint32_t stream, ChangeKind kind, std::uint32_t slot,
                   std::uint32_t at_cycle) {
  StreamVerdicts& target = verdicts_->streams[stream];
  target.cycle.push_back(at_cycle);
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
  row(stream, ChangeKind::Value, slot, cycle());
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
      row(stream, kind, slot, cycle());
      StreamVerdicts& target = verdicts_->streams[stream];
      target.values.resize(target.values.size() + target.cells_per_value, 0);
    }
  }
}

EvaluationError Recorder::make_error(std::uint32_t stream, std::uint32_t slot,
                                     std::uint32_t at_cycle, const LaneFailure& failure) const {
  const ir::Program& program = *state_.plan.program;
  EvaluationError error;
  error.cycle = at_cycle;
  error.stream = owner_[ir::StreamId(stream)].value;
  const bool same_shape = program.streams[ir::StreamId(stream)].instance_type() ==
                          program.streams[ir::StreamId(error.stream)].instance_type();
  const InstanceTable& table = state_.tables[state_.plan.streams[stream].table];
  for (std::uint32_t cell = 0; slot != kNone && same_shape && cell < table.num_key_cells();
       ++cell) {
    error.parameters.push_back(table.key_column(cell)[slot]);
  }
  error.message =
      failure.body != nullptr
          ? builtins::describe(*failure.body, failure.failure, failure.offender, failure.culprit,
                               *state_.symbols)
          : builtins::describe(failure.failure, *failure.type, failure.offender, *state_.symbols);
  error.span = failure.span;
  return error;
}

void Recorder::error(std::uint32_t stream, std::uint32_t slot, const LaneFailure& failure) {
  if (!reports(stream)) {
    return;
  }
  const std::uint32_t at_cycle = cycle();
  verdicts_->errors.push_back(make_error(stream, slot, at_cycle, failure));
}

/// Instances have no order; their errors get one.
void Recorder::sort_errors(std::size_t first) {
  const auto place = [](const EvaluationError& e) {
    return std::tie(e.cycle, e.stream, e.parameters, e.span.begin, e.message);
  };
  std::vector<EvaluationError>& errors = verdicts_->errors;
  std::stable_sort(errors.begin() + static_cast<std::ptrdiff_t>(first), errors.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
}

std::optional<Error> Recorder::close_cycle() {
  if (verdicts_->errors.size() == num_errors_) {
    return std::nullopt;
  }
  sort_errors(num_errors_);
  if (!stops_) {
    return std::nullopt;
  }
  const std::uint32_t failed = cycle();
  for (StreamVerdicts& stream : verdicts_->streams) {
    while (!stream.cycle.empty() && stream.cycle.back() == failed) {
      stream.cycle.pop_back();
      stream.kind.pop_back();
      stream.parameters.resize(stream.parameters.size() - stream.cells_per_instance);
      stream.values.resize(stream.values.size() - stream.cells_per_value);
    }
  }
  return describe(verdicts_->errors[num_errors_]);
}

Error Recorder::describe(const EvaluationError& error) const {
  const ir::Stream& stream = state_.plan.program->streams[ir::StreamId(error.stream)];
  std::string text = "`" + stream.name;
  if (!error.parameters.empty()) {
    const bool single = stream.parameters.size() == 1;
    text += single ? "(" : "";
    append_text(text, stream.instance_type(), error.parameters.data(), *state_.symbols, false);
    text += single ? ")" : "";
  }
  text += "` at ";
  const Cell now = cell_of(time_);
  append_text(text, Type::duration(), &now, *state_.symbols);
  return {ErrorCode::Evaluation, text + ": " + error.message};
}

}  // namespace fairmon::engine
