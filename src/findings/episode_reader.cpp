#include <fairmon/episodes.hpp>
#include <fairmon/findings.hpp>
#include <fairmon/readings.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

#include "findings/cells.hpp"
#include "findings/section.hpp"
#include "support/packing.hpp"

namespace fairmon {

namespace {

const Cell* parameters_of(const StreamVerdicts& rows, std::size_t row) {
  return rows.parameters.data() + row * rows.cells_per_instance;
}

std::string key_of(const StreamVerdicts& rows, std::size_t row) {
  return {reinterpret_cast<const char*>(parameters_of(rows, row)),
          rows.cells_per_instance * sizeof(Cell)};
}

std::size_t first_row(const StreamVerdicts& rows, std::uint32_t cycle) {
  const auto found = std::lower_bound(rows.cycle.begin(), rows.cycle.end(), cycle);
  return static_cast<std::size_t>(found - rows.cycle.begin());
}

bool same_parameters(const StreamInfo& a, const StreamInfo& b) {
  return std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                    b.parameters.end(),
                    [](const auto& one, const auto& other) { return one.type == other.type; });
}

}  // namespace

EpisodeReader::EpisodeReader(Spec spec, std::shared_ptr<SymbolTable> symbols)
    : spec_(std::move(spec)), symbols_(std::move(symbols)) {
  const auto streams = spec_.streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    if (streams[i].kind != StreamKind::Trigger) {
      continue;
    }
    Watch watch;
    watch.trigger = i;
    for (const PanelInfo& panel : spec_.panels()) {
      if (std::find(panel.triggers.begin(), panel.triggers.end(), i) == panel.triggers.end()) {
        continue;
      }
      watch.thresholds = panel.thresholds;
      for (const std::uint32_t stream : panel.streams) {
        if (streams[stream].pacing == streams[i].pacing) {
          const bool same = !streams[i].parameters.empty();
          if (!same || same_parameters(streams[stream], streams[i])) {
            watch.measures.push_back({stream, same});
          }
        }
      }
    }
    for (std::uint32_t j = 0; j < streams.size(); ++j) {
      if (streams[j].tells == StreamInfo::Tells::State && streams[j].tells_of == i) {
        watch.state = j;
      }
    }
    watches_.push_back(std::move(watch));
  }
  const bool recent = std::any_of(streams.begin(), streams.end(), [](const StreamInfo& stream) {
    return stream.tells == StreamInfo::Tells::Stretch;
  });
  // What is certain of a stretch need not be so of the whole run, whose value is plotted.
  for (const Requirement& wanted : recent ? requirements(spec_) : std::vector<Requirement>()) {
    for (Watch& watch : watches_) {
      if (watch.trigger == wanted.trigger && wanted.measure && wanted.level) {
        watch.above = wanted.above;
      }
    }
  }
}

bool EpisodeReader::concerns(const VerdictBatch& batch) const {
  return std::any_of(watches_.begin(), watches_.end(), [&](const Watch& watch) {
    return batch.streams[watch.trigger].num_rows() > 0 ||
           (watch.state && batch.streams[*watch.state].num_rows() > 0);
  });
}

void EpisodeReader::collect(std::uint32_t index, const VerdictBatch& batch,
                            std::vector<Event>& events) const {
  const Watch& watch = watches_[index];
  const StreamVerdicts& fired = batch.streams[watch.trigger];
  for (std::size_t row = 0; row < fired.num_rows(); ++row) {
    if (fired.kind[row] == ChangeKind::Value) {
      events.push_back({fired.cycle[row], index, true, row});
    }
  }
  if (!watch.state) {
    return;
  }
  const StreamVerdicts& state = batch.streams[*watch.state];
  for (std::size_t row = 0; row < state.num_rows(); ++row) {
    const bool turned_false = state.kind[row] == ChangeKind::Value && state.values[row] == 0;
    if (turned_false || state.kind[row] == ChangeKind::Close) {
      events.push_back({state.cycle[row], index, false, row});
    }
  }
}

void EpisodeReader::read(const VerdictBatch& batch, EpisodeListener& listener) {
  std::vector<Event> events;
  for (std::uint32_t i = 0; i < watches_.size(); ++i) {
    collect(i, batch, events);
  }
  // Within a cycle and a trigger firings come before ends: a close follows the evaluation.
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return a.cycle != b.cycle ? a.cycle < b.cycle : a.watch < b.watch;
  });
  for (const Event& event : events) {
    Watch& watch = watches_[event.watch];
    if (event.fired) {
      fire(watch, batch, event, listener);
      continue;
    }
    const auto found = watch.open.find(key_of(batch.streams[*watch.state], event.row));
    if (found != watch.open.end()) {
      listener.end(found->second, batch.cycle_times[event.cycle]);
      watch.open.erase(found);
    }
  }
}

void EpisodeReader::fire(Watch& watch, const VerdictBatch& batch, const Event& event,
                         EpisodeListener& listener) {
  const StreamVerdicts& rows = batch.streams[watch.trigger];
  const StreamInfo& info = spec_.streams()[watch.trigger];
  const Timestamp time = batch.cycle_times[event.cycle];
  const auto [found, is_new] = watch.open.try_emplace(key_of(rows, event.row));
  if (is_new) {
    const Cell* parameters = parameters_of(rows, event.row);
    found->second = listener.begin(
        {watch.trigger, instance_name(info, parameters, *symbols_), parameters, time});
  }
  std::string text;
  append_text(text, info.type, rows.values.data() + event.row * rows.cells_per_value, *symbols_,
              false);
  listener.fire(found->second, time, std::move(text));
  measure(watch, batch, event, found->second, listener);
}

void EpisodeReader::measure(const Watch& watch, const VerdictBatch& batch, const Event& event,
                            std::uint32_t episode, EpisodeListener& listener) const {
  for (const Measure& measure : watch.measures) {
    const StreamVerdicts& rows = batch.streams[measure.stream];
    for (std::size_t row = first_row(rows, event.cycle);
         row < rows.num_rows() && rows.cycle[row] == event.cycle; ++row) {
      const bool meant = !measure.same_instances ||
                         key_of(rows, row) == key_of(batch.streams[watch.trigger], event.row);
      if (rows.kind[row] == ChangeKind::Value && meant) {
        listener.offer(episode,
                       height_of(spec_.streams()[measure.stream].type,
                                 rows.values.data() + row * rows.cells_per_value),
                       watch.thresholds, watch.above);
      }
    }
  }
}

void EpisodeReader::save(std::string& bytes) const {
  std::string own;
  for (const Watch& watch : watches_) {
    support::pack(own, std::uint64_t{watch.open.size()});
    for (const auto& [key, episode] : watch.open) {
      support::pack(own, key);
      support::pack(own, std::uint64_t{episode});
    }
  }
  support::pack(bytes, own);
}

void EpisodeReader::mark_symbols(SymbolMarks& alive) const {
  for (const Watch& watch : watches_) {
    for (const auto& [key, episode] : watch.open) {
      mark_instance(spec_.streams()[watch.trigger], findings::cells_of(key).data(), alive);
    }
  }
}

bool EpisodeReader::load(std::string_view& bytes, const EpisodeLog& log) {
  const std::vector<Episode>& episodes = log.episodes();
  const bool fits = std::all_of(episodes.begin(), episodes.end(), [&](const Episode& episode) {
    return episode.trigger < spec_.streams().size() &&
           spec_.streams()[episode.trigger].kind == StreamKind::Trigger;
  });
  const bool loaded = load(bytes, [&](std::uint32_t trigger, std::uint64_t episode) {
    return episode < episodes.size() && episodes[episode].trigger == trigger;
  });
  return fits && loaded;
}

// Bytes of others may have been changed with care, so every number is looked at.
bool EpisodeReader::load(std::string_view& bytes, const Known& known) {
  const auto own = findings::take_section(bytes);
  if (!own) {
    return false;
  }
  bool fits = true;
  support::Unpacker in(*own);
  for (Watch& watch : watches_) {
    watch.open.clear();
    const std::size_t num_cells = findings::num_instance_cells(spec_.streams()[watch.trigger]);
    for (std::uint64_t left = in.count(); left > 0; --left) {
      const std::string key = in.text();
      const std::uint64_t episode = in.number();
      fits = fits && key.size() == num_cells * sizeof(Cell) && known(watch.trigger, episode);
      watch.open[key] = static_cast<std::uint32_t>(episode);
    }
  }
  return fits && in.complete();
}

}  // namespace fairmon
