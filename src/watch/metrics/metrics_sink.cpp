#include "watch/metrics/metrics_sink.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "support/packing.hpp"

namespace fairmon::watch {

namespace {

using Labels = std::vector<std::pair<std::string, std::string>>;

bool has_height(const Type& type) {
  constexpr TypeKind kKinds[] = {TypeKind::Bool,   TypeKind::Int,     TypeKind::UInt,
                                 TypeKind::Float,  TypeKind::Prob,    TypeKind::Fixed,
                                 TypeKind::UFixed, TypeKind::Duration};
  return std::any_of(std::begin(kKinds), std::end(kKinds),
                     [&](TypeKind kind) { return type.is(kind); });
}

std::string key_of(const StreamVerdicts& rows, std::size_t row) {
  const auto* cells =
      reinterpret_cast<const char*>(rows.parameters.data() + row * rows.cells_per_instance);
  return rows.cells_per_instance == 0 ? std::string()
                                      : std::string(cells, rows.cells_per_instance * sizeof(Cell));
}

}  // namespace

MetricFamily& family(std::vector<MetricFamily>& families, const char* name, MetricKind kind,
                     const char* help) {
  const auto found = std::find_if(families.begin(), families.end(),
                                  [&](const MetricFamily& one) { return one.name == name; });
  if (found != families.end()) {
    return *found;
  }
  families.push_back({name, kind, help, {}});
  return families.back();
}

VerdictSelection MetricsSink::selected() {
  VerdictSelection selection;
  selection.plotted = true;
  selection.episodes = true;
  selection.evidence = true;
  return selection;
}

bool MetricsSink::is_shown(const StreamInfo& stream) {
  return stream.kind == StreamKind::Output && stream.tells == StreamInfo::Tells::Nothing &&
         selected().wants(stream) && has_height(stream.type);
}

Result<void> MetricsSink::open(const Spec& spec, const SinkContext& context) {
  const std::lock_guard lock(mutex_);
  spec_ = spec;
  symbols_ = context.symbols;
  shown_.clear();
  triggers_.clear();
  const auto streams = spec.streams();
  std::vector<bool> shown(streams.size(), false);
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const StreamInfo& stream = streams[i];
    if (is_shown(stream)) {
      shown[i] = true;
      shown_.push_back(i);
    }
    if (stream.kind == StreamKind::Trigger) {
      triggers_.push_back({i, std::nullopt, 0, 0, {}});
    }
  }
  for (Trigger& trigger : triggers_) {
    for (std::uint32_t i = 0; i < streams.size(); ++i) {
      if (streams[i].tells == StreamInfo::Tells::State && streams[i].tells_of == trigger.stream) {
        trigger.state = i;
      }
    }
  }
  readings_.emplace(spec, std::move(shown), most_series_);
  standings_.emplace(spec, symbols_, selected());
  start_ = context.start_time;
  return {};
}

void MetricsSink::count(Trigger& trigger, const VerdictBatch& batch) {
  const auto& kinds = batch.streams[trigger.stream].kind;
  trigger.firings +=
      static_cast<std::uint64_t>(std::count(kinds.begin(), kinds.end(), ChangeKind::Value));
  if (!trigger.state) {
    return;
  }
  const StreamVerdicts& states = batch.streams[*trigger.state];
  for (std::size_t row = 0; row < states.num_rows(); ++row) {
    const bool holds =
        states.kind[row] == ChangeKind::Value && states.values[row * states.cells_per_value] != 0;
    if (!holds && states.kind[row] != ChangeKind::Spawn) {
      trigger.open.erase(key_of(states, row));
    } else if (holds && trigger.open.insert(key_of(states, row)).second) {
      ++trigger.episodes;
    }
    if (states.kind[row] == ChangeKind::Value) {
      standings_->note_state(trigger.stream, !trigger.open.empty(),
                             batch.cycle_times[states.cycle[row]]);
    }
  }
}

Result<void> MetricsSink::write(const VerdictBatch& batch) {
  const std::lock_guard lock(mutex_);
  readings_->take(batch, [](std::uint32_t, std::uint32_t, const Cell*) {});
  for (Trigger& trigger : triggers_) {
    count(trigger, batch);
  }
  standings_->take(batch);
  return {};
}

std::string MetricsSink::position() const {
  const std::lock_guard lock(mutex_);
  std::string bytes;
  for (const Trigger& trigger : triggers_) {
    support::pack(bytes, trigger.firings);
    support::pack(bytes, trigger.episodes);
    support::pack(bytes, std::uint64_t{trigger.open.size()});
    for (const std::string& key : trigger.open) {
      support::pack(bytes, std::string_view(key));
    }
  }
  std::string all;
  support::pack(all, std::string_view(bytes));
  readings_->save(all);
  standings_->save(all);
  return all;
}

Result<void> MetricsSink::rewind(std::string_view position) {
  const std::lock_guard lock(mutex_);
  const Error damaged(ErrorCode::Checkpoint, "the newest values in the checkpoint cannot be read");
  support::Unpacker outer(position);
  const std::string counts = outer.text();
  support::Unpacker taker(counts);
  for (Trigger& trigger : triggers_) {
    trigger.firings = taker.number();
    trigger.episodes = taker.number();
    for (std::uint64_t left = taker.count(); left > 0; --left) {
      trigger.open.insert(taker.text());
    }
  }
  if (!taker.complete() || position.size() < sizeof(std::uint64_t) + counts.size()) {
    return damaged;
  }
  std::string_view rest = position.substr(sizeof(std::uint64_t) + counts.size());
  if (!readings_->load(rest)) {
    return damaged;
  }
  // Checkpoints of earlier versions end here.
  return rest.empty() || standings_->load(rest) ? Result<void>() : damaged;
}

bool MetricsSink::mark_symbols(SymbolMarks& alive) const {
  const std::lock_guard lock(mutex_);
  readings_->mark_symbols(alive);
  standings_->mark_symbols(alive);
  for (const Trigger& trigger : triggers_) {
    for (const std::string& key : trigger.open) {
      std::vector<Cell> cells(key.size() / sizeof(Cell));
      std::copy(key.begin(), key.end(), reinterpret_cast<char*>(cells.data()));
      mark_instance(spec_->streams()[trigger.stream], cells.data(), alive);
    }
  }
  return true;
}

MetricsSink::Picture MetricsSink::standings() const {
  const std::lock_guard lock(mutex_);
  Picture picture;
  if (standings_) {
    picture.standings = standings_->list();
    picture.start = start_;
    for (const Standing& standing : picture.standings) {
      picture.triggers.push_back(spec_->streams()[standing.trigger]);
    }
  }
  return picture;
}

/// How many series there are; at most `room` of them are added.
std::size_t MetricsSink::collect_stream(std::uint32_t stream, std::size_t room,
                                        std::vector<MetricFamily>& families) const {
  using namespace metric_names;
  const StreamInfo& info = spec_->streams()[stream];
  std::size_t found = 0;
  for (const Reading& reading : readings_->of(stream)) {
    const double value =
        reading.value.empty() ? std::nan("") : height_of(info.type, reading.value.data());
    if (std::isnan(value) || ++found > room) {
      continue;
    }
    Labels labels = {{"monitor", monitor_}, {"stream", info.name}};
    if (!info.parameters.empty()) {
      labels.emplace_back("group", instance_name(info, reading.instance.data(), *symbols_));
    }
    const auto add = [&](const char* name, const char* help, std::optional<double> number) {
      if (number) {
        family(families, name, MetricKind::Gauge, help).samples.push_back({labels, *number});
      }
    };
    add(kValue, "newest value of a public or plotted stream", value);
    add(kLower, "lower end of the band around the newest value", reading.lower);
    add(kUpper, "upper end of the band around the newest value", reading.upper);
    add(kTrials, "trials behind the newest value",
        reading.trials ? std::optional(static_cast<double>(*reading.trials)) : std::nullopt);
  }
  return found + (readings_->more_than_kept(stream) ? 1 : 0);
}

void MetricsSink::collect(std::vector<MetricFamily>& families) const {
  using namespace metric_names;
  const std::lock_guard lock(mutex_);
  if (!spec_) {
    return;
  }
  std::size_t room = most_series_;
  std::size_t cut = 0;
  for (const std::uint32_t stream : shown_) {
    const std::size_t found = collect_stream(stream, room, families);
    cut += found - std::min(found, room);
    room -= std::min(found, room);
  }
  family(families, kCut, MetricKind::Gauge,
         "series of streams that are left out because there are too many, at least")
      .samples.push_back({{{"monitor", monitor_}}, static_cast<double>(cut)});
  for (const Trigger& trigger : triggers_) {
    const StreamInfo& info = spec_->streams()[trigger.stream];
    const Labels labels = {{"monitor", monitor_},
                           {"trigger", info.name},
                           {"title", info.title.empty() ? info.message : info.title}};
    const auto add = [&](const char* name, MetricKind kind, const char* help,
                         std::uint64_t number) {
      family(families, name, kind, help).samples.push_back({labels, static_cast<double>(number)});
    };
    add(kFirings, MetricKind::Counter, "how often a trigger fired", trigger.firings);
    if (trigger.state) {
      add(kEpisodes, MetricKind::Counter, "episodes of a trigger that began", trigger.episodes);
      add(kActive, MetricKind::Gauge, "instances for which the condition of a trigger holds now",
          trigger.open.size());
    }
  }
}

}  // namespace fairmon::watch
