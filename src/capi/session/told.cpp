#include "capi/session/told.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace fairmon::capi {

namespace {

std::vector<bool> shown_streams(const Spec& spec) {
  std::vector<bool> shown;
  const VerdictSelection selection = Told::selection();
  for (const StreamInfo& stream : spec.streams()) {
    shown.push_back(stream.kind != StreamKind::Trigger && selection.wants(stream));
  }
  return shown;
}

void append_count(TableColumn& column, const std::optional<std::uint64_t>& count) {
  if (count) {
    column.append(static_cast<std::int64_t>(*count));
  } else {
    column.append_null();
  }
}

void append_moment(const TimeColumn& times, const std::optional<Timestamp>& time,
                   std::vector<TableColumn>& table) {
  if (time) {
    times.append(time->ns, table);
  } else {
    times.append_null(table);
  }
}

}  // namespace

VerdictSelection Told::selection() {
  VerdictSelection selection;
  selection.plotted = true;
  selection.episodes = true;
  selection.evidence = true;
  return selection;
}

Told::Told(const Spec& spec, std::shared_ptr<SymbolTable> symbols)
    : spec_(spec),
      symbols_(std::move(symbols)),
      shown_(shown_streams(spec)),
      reader_(spec, symbols_),
      readings_(spec, shown_, std::numeric_limits<std::size_t>::max()) {}

void Told::take(const VerdictBatch& batch) {
  if (reader_.concerns(batch)) {
    reader_.read(batch, log_);
  }
  readings_.take(batch, [](std::uint32_t, std::uint32_t, const Cell*) {});
}

std::vector<TableColumn> Told::readings(std::uint32_t stream, std::optional<Timestamp> start,
                                        const VerdictFactory& order) const {
  std::vector<TableColumn> table;
  const StreamInfo& info = spec_.streams()[stream];
  if (!shown_[stream] || info.tells != StreamInfo::Tells::Nothing) {
    return table;
  }
  std::vector<const Reading*> sorted;
  for (const Reading& reading : readings_.of(stream)) {
    if (!reading.value.empty()) {
      sorted.push_back(&reading);
    }
  }
  std::sort(sorted.begin(), sorted.end(), [&](const Reading* a, const Reading* b) {
    return order.compare_instances(stream, a->instance.data(), b->instance.data()) < 0;
  });
  std::vector<ValueColumns> parameters;
  for (const StreamInfo::Parameter& parameter : info.parameters) {
    parameters.emplace_back(parameter.name, parameter.type, table);
  }
  const ValueColumns values("value", info.type, table);
  const TimeColumn times("as_of", start, table);
  const std::size_t counts = table.size();
  for (const char* name : {"updates", "trials", "hits"}) {
    table.emplace_back(name, "l");
  }
  for (const char* name : {"lower", "upper"}) {
    table.emplace_back(name, "g");
  }
  for (const Reading* reading : sorted) {
    const Cell* key = reading->instance.data();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      parameters[i].append(key, *symbols_, table);
      key += info.parameters[i].type.num_cells();
    }
    values.append(reading->value.data(), *symbols_, table);
    times.append(reading->as_of.ns, table);
    table[counts].append(static_cast<std::int64_t>(reading->updates));
    append_count(table[counts + 1], reading->trials);
    append_count(table[counts + 2], reading->hits);
    table[counts + 3].append(reading->lower);
    table[counts + 4].append(reading->upper);
  }
  return table;
}

std::vector<TableColumn> Told::episodes(std::optional<Timestamp> start) const {
  std::vector<TableColumn> table;
  table.emplace_back("number", "l");
  table.emplace_back("trigger", "u");
  table.emplace_back("instance", "u");
  const TimeColumn first("first", start, table);
  const TimeColumn last("last", start, table);
  const TimeColumn ended("ended", start, table);
  table.emplace_back("firings", "l");
  table.emplace_back("message", "u");
  table.emplace_back("worst_value", "g");
  const TimeColumn worst("worst_time", start, table);
  table.emplace_back("worst_message", "u");
  for (const Episode& episode : log_.episodes()) {
    table[0].append(std::int64_t{episode.number});
    table[1].append_text(spec_.streams()[episode.trigger].name);
    table[2].append_text(episode.instance);
    first.append(episode.first.ns, table);
    last.append(episode.last.ns, table);
    append_moment(ended, episode.ended, table);
    table[6].append(static_cast<std::int64_t>(episode.firings));
    table[7].append_text(episode.text);
    if (episode.worst) {
      table[8].append(episode.worst->value);
      worst.append(episode.worst->time.ns, table);
      table[10].append_text(episode.worst->text);
    } else {
      table[8].append_null();
      worst.append_null(table);
      table[10].append_null();
    }
  }
  return table;
}

void Told::save(std::string& bytes) const {
  log_.save(bytes);
  reader_.save(bytes);
  readings_.save(bytes);
}

bool Told::load(std::string_view bytes) {
  return log_.load(bytes) && reader_.load(bytes, log_) && readings_.load(bytes) && bytes.empty();
}

void Told::mark_symbols(SymbolMarks& alive) const {
  reader_.mark_symbols(alive);
  readings_.mark_symbols(alive);
}

}  // namespace fairmon::capi
