#include "server/runs/history_sink.hpp"

#include <fairmon/group_sizes.hpp>

#include <algorithm>

#include "server/runs/plot_value.hpp"

namespace fairmon::server {

namespace {

const Cell* value_of(const StreamVerdicts& rows, std::size_t row) {
  return rows.values.data() + row * rows.cells_per_value;
}

const Cell* parameters_of(const StreamVerdicts& rows, std::size_t row) {
  return rows.parameters.data() + row * rows.cells_per_instance;
}

/// Index of the first row of a cycle.
std::size_t first_row(const StreamVerdicts& rows, std::uint32_t cycle) {
  const auto found = std::lower_bound(rows.cycle.begin(), rows.cycle.end(), cycle);
  return static_cast<std::size_t>(found - rows.cycle.begin());
}

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
    if (const auto counted = counts_trials_of(spec.streams()[i])) {
      const auto found = std::find(drawn_.begin(), drawn_.end(), *counted);
      if (found != drawn_.end()) {
        sizes_.emplace_back(i, static_cast<std::size_t>(found - drawn_.begin()));
      }
    }
  }
  add_watches();
  return {};
}

void HistorySink::add_watches() {
  for (const DrawnTrigger& trigger : history_->triggers()) {
    Watch watch;
    watch.trigger = trigger.index;
    for (const Panel& panel : history_->panels()) {
      if (std::count(panel.triggers.begin(), panel.triggers.end(), trigger.index) == 0) {
        continue;
      }
      watch.thresholds = panel.thresholds;
      for (const DrawnStream& stream : panel.streams) {
        if (stream.pacing == trigger.pacing) {
          watch.streams.push_back(stream.index);
        }
      }
    }
    watches_.push_back(std::move(watch));
  }
}

Result<void> HistorySink::write(const VerdictBatch& batch) {
  for (std::size_t i = 0; i < drawn_.size(); ++i) {
    curves_[i].write(batch.streams[drawn_[i]], batch.cycle_times);
  }
  for (const auto& [size, place] : sizes_) {
    curves_[place].note_sizes(batch.streams[size]);
  }
  write_triggers(batch);
  write_errors(batch);
  history_->set_reached(batch.reached);
  history_->publish();
  return {};
}

std::string HistorySink::instance_text(std::uint32_t stream, const Cell* parameters) const {
  std::string text;
  for (const StreamInfo::Parameter& parameter : spec_->streams()[stream].parameters) {
    if (!text.empty()) {
      text += ", ";
    }
    append_text(text, parameter.type, parameters, *symbols_, false);
    parameters += parameter.type.num_cells();
  }
  return text;
}

/// What the log has to hear of one trigger: firings, and the first silence after them. Most batches
/// bring neither, and then nothing is looked at.
void HistorySink::collect(Watch& watch, const VerdictBatch& batch, std::vector<LogEvent>& events) {
  const StreamVerdicts& fired = batch.streams[watch.trigger];
  if (fired.num_rows() == 0 && !watch.firing) {
    return;
  }
  std::vector<LogEvent> seen;
  for (std::size_t row = 0; row < fired.num_rows(); ++row) {
    if (fired.kind[row] == ChangeKind::Value) {
      seen.push_back({fired.cycle[row], watch.trigger, true, row});
    }
  }
  const std::size_t num_fired = seen.size();
  for (const std::uint32_t stream : watch.streams) {
    const StreamVerdicts& rows = batch.streams[stream];
    std::size_t at = 0;  // first firing that is not before the row
    for (std::size_t row = 0; row < rows.num_rows(); ++row) {
      const std::uint32_t cycle = rows.cycle[row];
      while (at < num_fired && seen[at].cycle < cycle) {
        ++at;
      }
      const bool also_fired = at < num_fired && seen[at].cycle == cycle;
      if (rows.kind[row] == ChangeKind::Value && !also_fired) {
        seen.push_back({cycle, watch.trigger, false, row});
      }
    }
  }
  std::stable_sort(seen.begin(), seen.end(),
                   [](const LogEvent& a, const LogEvent& b) { return a.cycle < b.cycle; });
  for (const LogEvent& event : seen) {
    if (event.fired || watch.firing) {
      events.push_back(event);
    }
    watch.firing = event.fired;
  }
}

void HistorySink::write_triggers(const VerdictBatch& batch) {
  std::vector<LogEvent> events;
  for (Watch& watch : watches_) {
    collect(watch, batch, events);
  }
  if (events.empty()) {
    return;
  }
  std::stable_sort(events.begin(), events.end(), [](const LogEvent& a, const LogEvent& b) {
    return a.cycle != b.cycle ? a.cycle < b.cycle : a.trigger < b.trigger;
  });
  history_->change_log([&](EpisodeLog& log) {
    for (const LogEvent& event : events) {
      if (!event.fired) {
        log.silent(event.trigger);
        continue;
      }
      const auto watch = std::find_if(watches_.begin(), watches_.end(), [&](const Watch& item) {
        return item.trigger == event.trigger;
      });
      fire(log, *watch, batch, event);
    }
  });
}

void HistorySink::fire(EpisodeLog& log, Watch& watch, const VerdictBatch& batch,
                       const LogEvent& event) const {
  const StreamVerdicts& rows = batch.streams[event.trigger];
  const StreamInfo& info = spec_->streams()[event.trigger];
  const Timestamp time = batch.cycle_times[event.cycle];
  if (watch.streams.empty() && watch.last && watch.last->ns != time.ns) {
    const std::int64_t gap = time.ns - watch.last->ns;
    if (watch.usual_gap == 0 || gap < watch.usual_gap) {
      watch.usual_gap = gap;
    }
    if (gap > watch.usual_gap + watch.usual_gap / 2) {
      log.silent(event.trigger);
    }
  }
  watch.last = time;
  std::string text;
  append_text(text, info.type, value_of(rows, event.row), *symbols_, false);
  if (rows.cells_per_instance > 0) {
    text += " (" + instance_text(event.trigger, parameters_of(rows, event.row)) + ")";
  }
  log.fire(event.trigger, time, std::move(text));
  offer_peaks(log, watch, batch, event.cycle);
}

void HistorySink::offer_peaks(EpisodeLog& log, const Watch& watch, const VerdictBatch& batch,
                              std::uint32_t cycle) const {
  for (const std::uint32_t stream : watch.streams) {
    const StreamVerdicts& rows = batch.streams[stream];
    for (std::size_t row = first_row(rows, cycle);
         row < rows.num_rows() && rows.cycle[row] == cycle; ++row) {
      if (rows.kind[row] == ChangeKind::Value) {
        log.offer_peak(watch.trigger,
                       plot_value(spec_->streams()[stream].type, value_of(rows, row)),
                       watch.thresholds);
      }
    }
  }
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

Result<void> HistorySink::flush() { return {}; }

Result<void> HistorySink::close(const RunSummary& summary) {
  history_->change_log([](EpisodeLog& log) { log.close_all(); });
  history_->set_reached(summary.reached);
  history_->publish();
  return {};
}

}  // namespace fairmon::server
