#include "reference/recorder.hpp"

#include <algorithm>
#include <tuple>

#include "ir/dependencies.hpp"

namespace fairmon::reference {

Recorder::Recorder(const ir::Program& program, std::vector<bool> observed,
                   const MonitorOptions& options)
    : program_(program),
      observed_(std::move(observed)),
      lifecycle_(options.record_lifecycle),
      marks_(options.mark_deadlines),
      owners_(ir::find_owners(program)) {}

void Recorder::note(ChangeKind kind, ir::StreamId stream, const Cells& key, const Cells& value) {
  if (stream.index() < program_.num_public && observed_[stream.index()] &&
      (lifecycle_ || kind == ChangeKind::Value)) {
    changes_.push_back({kind, stream, key, value});
  }
}

void Recorder::note_error(ir::StreamId stream, const Cells& key, std::string message, Span span) {
  const ir::StreamId owner = owners_[stream];
  if (owner.index() >= program_.num_public) {
    return;  // no verdict depends on it
  }
  EvaluationError error;
  error.stream = owner.value;
  // The parameters of a hidden stream are its owner's only if they have the same shape.
  if (program_.streams[owner].instance_type() == program_.streams[stream].instance_type()) {
    error.parameters = key;
  }
  error.message = std::move(message);
  error.span = span;
  errors_.push_back(std::move(error));
}

void Recorder::shape(VerdictBatch& verdicts) const {
  verdicts.streams.resize(program_.num_public);
  for (std::size_t i = 0; i < program_.num_public; ++i) {
    const ir::Stream& stream = program_.streams[ir::StreamId(i)];
    verdicts.streams[i].cells_per_instance = stream.instance_type().num_cells();
    verdicts.streams[i].cells_per_value = stream.type.num_cells();
  }
}

void Recorder::commit(std::int64_t time, bool event, bool only_errors, VerdictBatch& verdicts) {
  if (only_errors) {
    changes_.clear();
  }
  if (!changes_.empty() || !errors_.empty()) {
    const auto cycle = static_cast<std::uint32_t>(verdicts.cycle_times.size());
    verdicts.cycle_times.push_back({time});
    verdicts.cycle_events.push_back(
        static_cast<std::uint32_t>(verdicts.num_events + (event ? 1 : 0)));
    for (const Change& change : changes_) {
      StreamVerdicts& column = verdicts.streams[change.stream.index()];
      column.cycle.push_back(cycle);
      column.kind.push_back(change.kind);
      column.parameters.insert(column.parameters.end(), change.key.begin(), change.key.end());
      column.values.insert(column.values.end(), change.value.begin(), change.value.end());
      column.values.resize(column.cycle.size() * column.cells_per_value, 0);
    }
    const auto place = [](const EvaluationError& e) {
      return std::tie(e.stream, e.parameters, e.span.begin, e.message);
    };
    std::stable_sort(errors_.begin(), errors_.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });
    for (EvaluationError& error : errors_) {
      error.cycle = cycle;
      verdicts.errors.push_back(std::move(error));
    }
  }
  if (marks_ && !event) {
    const bool recorded = !changes_.empty() || !errors_.empty();
    verdicts.deadlines.push_back({{time},
                                  recorded
                                      ? static_cast<std::uint32_t>(verdicts.cycle_times.size() - 1)
                                      : DeadlineMark::kUnrecorded});
  }
  changes_.clear();
  errors_.clear();
}

}  // namespace fairmon::reference
