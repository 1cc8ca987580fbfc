#include "server/runs/history_sink.hpp"

#include <fairmon/readings.hpp>

#include <algorithm>

namespace fairmon::server {

namespace {
constexpr std::size_t kMostGroups = 1'000;
}  // namespace

HistorySink::HistorySink(std::shared_ptr<RunHistory> history) : history_(std::move(history)) {}

VerdictSelection HistorySink::selection() const {
  VerdictSelection selection;
  selection.verbosity = Verbosity::Violations;
  selection.plotted = true;
  return selection;
}

Result<void> HistorySink::open(const Spec& spec, const SinkContext& context) {
  spec_ = spec;
  symbols_ = context.symbols;
  history_->set_start_time(context.start_time);
  for (const Panel& panel : history_->panels()) {
    for (const DrawnStream& stream : panel.streams) {
      if (std::find(drawn_.begin(), drawn_.end(), stream.index) == drawn_.end()) {
        drawn_.push_back(stream.index);
        curves_.emplace_back(*history_, stream.index, spec.streams()[stream.index].type,
                             [this, index = stream.index](const Cell* parameters) {
                               return instance_text(index, parameters);
                             });
      }
    }
  }
  for (std::uint32_t i = 0; i < spec.streams().size(); ++i) {
    const StreamInfo& stream = spec.streams()[i];
    const bool trials = stream.tells == StreamInfo::Tells::Trials;
    const bool lower = stream.tells == StreamInfo::Tells::Lower;
    const auto found = std::find(drawn_.begin(), drawn_.end(), stream.tells_of);
    if (stream.tells == StreamInfo::Tells::Nothing || found == drawn_.end()) {
      continue;
    }
    const auto place = static_cast<std::size_t>(found - drawn_.begin());
    if (trials || stream.tells == StreamInfo::Tells::Hits) {
      counts_.push_back(
          {i, place, trials ? CurveWriter::Counted::Trials : CurveWriter::Counted::Hits});
    } else if (lower || stream.tells == StreamInfo::Tells::Upper) {
      ends_.push_back({i, place, lower});
    }
  }
  for (std::uint32_t i = 0; i < spec.streams().size(); ++i) {
    for (const Tag& tag : spec.streams()[i].tags) {
      if (tag.key == "left_out" && tag.value) {
        left_out_.emplace_back(i, *tag.value);
        history_->set_left_out(*tag.value, 0);
      }
    }
  }
  episodes_.emplace(spec, context.symbols);
  states_.emplace(spec);
  std::vector<bool> spoken_of(spec.streams().size(), false);
  for (std::uint32_t i = 0; i < spec.streams().size(); ++i) {
    if (states_->judges(i)) {
      for (const std::uint32_t stream : spec.streams()[i].speaks_of) {
        spoken_of[stream] = true;
      }
    }
  }
  sizes_.emplace(spec, std::move(spoken_of), kMostGroups);
  return {};
}

Result<void> HistorySink::write(const VerdictBatch& batch) {
  for (std::size_t i = 0; i < drawn_.size(); ++i) {
    curves_[i].write(batch.streams[drawn_[i]], batch.cycle_times);
  }
  for (const Count& count : counts_) {
    curves_[count.place].note_counts(batch.streams[count.stream], batch.cycle_times, count.counted);
  }
  for (const End& end : ends_) {
    curves_[end.place].write_end(batch.streams[end.stream], batch.cycle_times, end.lower);
  }
  for (const auto& [stream, panel] : left_out_) {
    if (!batch.streams[stream].values.empty()) {
      history_->set_left_out(panel, batch.streams[stream].values.back());
    }
  }
  if (episodes_->concerns(batch)) {
    history_->change_log([&](EpisodeLog& log) { episodes_->read(batch, log); });
  }
  write_judgements(batch);
  write_errors(batch);
  history_->set_reached(batch.reached);
  history_->publish();
  return {};
}

std::string HistorySink::instance_text(std::uint32_t stream, const Cell* parameters) const {
  return instance_name(spec_->streams()[stream], parameters, *symbols_);
}

void HistorySink::write_judgements(const VerdictBatch& batch) {
  states_->take(batch, [&](std::uint32_t trigger, const TriggerState& state) {
    history_->add_judgement(
        {trigger, instance_text(trigger, state.instance.data()), state.judgement, state.since});
  });
  sizes_->take(batch, [](std::uint32_t, std::uint32_t, const Cell*) {});
  std::vector<Waiting> waiting;
  for (std::uint32_t i = 0; i < spec_->streams().size(); ++i) {
    for (const TriggerState& state : states_->of(i)) {
      const bool undecided = state.judgement == Judgement::Undecided;
      if ((!undecided && !state.stretch) || waiting.size() >= kMostGroups) {
        continue;
      }
      Waiting wait;
      wait.trigger = i;
      wait.instance = instance_text(i, state.instance.data());
      wait.needed = state.needed;
      wait.stretch = state.stretch;
      if (const auto fewest = fewest_trials(spec_->streams()[i], *sizes_)) {
        wait.fewest = instance_text(fewest->stream, fewest->reading->instance.data());
        wait.fewest_trials = *fewest->reading->trials;
      }
      waiting.push_back(std::move(wait));
    }
  }
  history_->set_waiting(std::move(waiting));
}

void HistorySink::write_errors(const VerdictBatch& batch) {
  for (const EvaluationError& error : batch.errors) {
    const std::string& stream = spec_->streams()[error.stream].name;
    std::string text = stream;
    if (!error.parameters.empty()) {
      text += "(" + instance_text(error.stream, error.parameters.data()) + ")";
    }
    const LineColumn place = spec_->source().locate(error.span.begin);
    text += ": " + error.message + " (line " + std::to_string(place.line) + ", column " +
            std::to_string(place.column) + ")";
    history_->add_notice("evaluation", std::move(text), batch.cycle_times[error.cycle], stream);
  }
}

bool HistorySink::mark_symbols(SymbolMarks& alive) const {
  for (std::size_t i = 0; i < drawn_.size(); ++i) {
    curves_[i].visit_instances([&](const Cell* parameters) {
      mark_instance(spec_->streams()[drawn_[i]], parameters, alive);
    });
  }
  episodes_->mark_symbols(alive);
  states_->mark_symbols(alive);
  return true;
}

Result<void> HistorySink::flush() { return {}; }

Result<void> HistorySink::close(const RunSummary& summary) {
  history_->set_reached(summary.reached);
  history_->publish();
  return {};
}

}  // namespace fairmon::server
