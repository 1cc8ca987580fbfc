#include "report/collect/collector.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fairmon::report {

namespace {

constexpr std::size_t kMostFailures = 20;

void note(Series& series, Timestamp time, double value) {
  if (series.updates == 0) {
    series.first = time;
    series.smallest = value;
    series.largest = value;
  }
  series.fell = series.fell || (series.updates > 0 && value < series.last);
  series.smallest = value < series.smallest ? value : series.smallest;
  series.largest = value > series.largest ? value : series.largest;
  series.last = value;
  series.as_of = time;
  series.closed = false;
  ++series.updates;
}

void note_quarter(Series& series, std::int32_t quarter, double value) {
  if (series.quarters.empty() || series.quarters.back().first != quarter) {
    series.quarters.emplace_back(quarter, value);
  } else {
    series.quarters.back().second = value;
  }
}

}  // namespace

Collector::Collector(const Spec& spec)
    : spec_(spec),
      requirements_(fairmon::requirements(spec)),
      followed_(spec.streams().size()),
      states_(spec) {
  const auto streams = spec_.streams();
  const auto follow = [&](const std::optional<std::uint32_t>& stream) {
    if (stream) {
      followed_[*stream].wanted = true;
    }
  };
  for (const Requirement& requirement : requirements_) {
    follow(requirement.measure);
    follow(requirement.rates);
    follow(requirement.support);
  }
  const VerdictSelection plots = [] {
    VerdictSelection selection;
    selection.plotted = true;
    return selection;
  }();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const bool is_output =
        streams[i].kind == StreamKind::Output && streams[i].tells == StreamInfo::Tells::Nothing;
    if (is_output && plots.wants(streams[i])) {
      followed_[i].wanted = true;
    }
  }
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const StreamInfo::Tells tells = streams[i].tells;
    if (tells != StreamInfo::Tells::Nothing && tells != StreamInfo::Tells::State) {
      followed_[i].wanted = followed_[streams[i].tells_of].wanted;
    }
  }
}

VerdictSelection Collector::selection() const {
  VerdictSelection selection;
  selection.verbosity = Verbosity::Public;
  selection.plotted = true;
  selection.episodes = true;
  selection.evidence = true;
  for (std::uint32_t i = 0; i < followed_.size(); ++i) {
    if (followed_[i].wanted && spec_.streams()[i].tells == StreamInfo::Tells::Nothing) {
      selection.debug_streams.push_back(spec_.streams()[i].name);
    }
  }
  return selection;
}

Result<void> Collector::open(const Spec& spec, const SinkContext& context) {
  factory_.emplace(spec, context);
  symbols_ = context.symbols;
  start_time_ = context.start_time;
  quarters_ = Quarters(context.start_time);
  reader_.emplace(spec, context.symbols);
  return {};
}

Result<void> Collector::write(const VerdictBatch& batch) {
  if (reader_->concerns(batch)) {
    reader_->read(batch, log_);
  }
  states_.take(batch);
  for (const EvaluationError& error : batch.errors) {
    if (failures_.size() < kMostFailures) {
      failures_.push_back(spec_.streams()[error.stream].name + ": " + error.message);
    }
  }
  if (batch.cycle_times.empty()) {
    return {};
  }
  make_room(batch.cycle_times.back());
  const bool one_quarter = quarters_.known() && quarters_.of(batch.cycle_times.front()) ==
                                                    quarters_.of(batch.cycle_times.back());
  for (std::uint32_t i = 0; i < followed_.size(); ++i) {
    if (followed_[i].wanted && batch.streams[i].num_rows() > 0) {
      take(i, batch, one_quarter);
    }
  }
  return {};
}

void Collector::make_room(Timestamp reached) {
  while ((std::max<std::int64_t>(reached.ns, 0) >> shift_) >= Course::kBuckets) {
    ++shift_;
    for (Followed& followed : followed_) {
      for (Series& series : followed.series) {
        series.course.halve();
      }
    }
  }
}

Series* Collector::place(std::uint32_t stream, const Cell* parameters, std::uint32_t num_cells) {
  constexpr std::size_t kLookedThrough = 12;
  Followed& followed = followed_[stream];
  const std::size_t bytes = num_cells * sizeof(Cell);
  // Most streams have a handful of instances: comparing beats hashing.
  const std::size_t near = std::min(followed.series.size(), kLookedThrough);
  for (std::size_t i = 0; i < near; ++i) {
    if (bytes == 0 || std::memcmp(followed.series[i].instance.data(), parameters, bytes) == 0) {
      return &followed.series[i];
    }
  }
  const auto [found, is_new] =
      followed.places.try_emplace(std::string(reinterpret_cast<const char*>(parameters), bytes),
                                  static_cast<std::uint32_t>(followed.series.size()));
  if (!is_new) {
    return found->second < followed.series.size() ? &followed.series[found->second] : nullptr;
  }
  if (followed.series.size() >= kMostInstances) {
    found->second = static_cast<std::uint32_t>(kMostInstances);
    ++followed.not_kept;
    return nullptr;
  }
  Series& series = followed.series.emplace_back();
  series.instance.assign(parameters, parameters + num_cells);
  series.name = instance_name(spec_.streams()[stream], parameters, *symbols_);
  return &series;
}

void Collector::take(std::uint32_t stream, const VerdictBatch& batch, bool one_quarter) {
  const StreamVerdicts& rows = batch.streams[stream];
  const Type& type = spec_.streams()[stream].type;
  const std::int32_t whole =
      quarters_.known() ? quarters_.of(batch.cycle_times.front()) : std::int32_t{0};
  for (std::size_t row = 0; row < rows.num_rows(); ++row) {
    if (rows.kind[row] == ChangeKind::Spawn) {
      continue;
    }
    Series* series = place(stream, rows.parameters.data() + row * rows.cells_per_instance,
                           rows.cells_per_instance);
    if (series == nullptr) {
      continue;
    }
    if (rows.kind[row] == ChangeKind::Close) {
      series->closed = true;
      continue;
    }
    const double value = height_of(type, rows.values.data() + row * rows.cells_per_value);
    if (!std::isfinite(value)) {
      continue;
    }
    const Timestamp time = batch.cycle_times[rows.cycle[row]];
    note(*series, time, value);
    if (static_cast<std::size_t>(series - followed_[stream].series.data()) < kMostCourses) {
      series->course.add(std::max<std::int64_t>(time.ns, 0) >> shift_, value);
    }
    if (quarters_.known()) {
      note_quarter(*series, one_quarter ? whole : quarters_.of(time), value);
    }
  }
}

Result<void> Collector::close(const RunSummary& summary) {
  summary_ = summary;
  return {};
}

bool Collector::mark_symbols(SymbolMarks& alive) const {
  for (std::size_t stream = 0; stream < followed_.size(); ++stream) {
    for (const Series& series : followed_[stream].series) {
      mark_instance(spec_.streams()[stream], series.instance.data(), alive);
    }
  }
  if (reader_) {
    reader_->mark_symbols(alive);
  }
  states_.mark_symbols(alive);
  return true;
}

const Series* Collector::find(std::uint32_t stream, const std::vector<Cell>& instance) const {
  for (const Series& series : followed_[stream].series) {
    if (series.instance == instance) {
      return &series;
    }
  }
  return nullptr;
}

const Series* Collector::told(std::uint32_t stream, StreamInfo::Tells what,
                              const Series& of) const {
  const auto streams = spec_.streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    if (streams[i].tells == what && streams[i].tells_of == stream) {
      return find(i, of.instance);
    }
  }
  return nullptr;
}

bool Collector::comes_before(std::uint32_t stream, const Series& a, const Series& b) const {
  return factory_->compare_instances(stream, a.instance.data(), b.instance.data()) < 0;
}

}  // namespace fairmon::report
