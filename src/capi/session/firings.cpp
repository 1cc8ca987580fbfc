#include "capi/session/firings.hpp"

#include <fairmon/readings.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "plugins/writing/json_text.hpp"

namespace fairmon::capi {

namespace {

SinkContext only_triggers(const Spec& spec, std::shared_ptr<SymbolTable> symbols) {
  SinkContext context;
  context.symbols = std::move(symbols);
  context.selection.verbosity = Verbosity::Silent;
  for (const StreamInfo& stream : spec.streams()) {
    if (stream.kind == StreamKind::Trigger) {
      context.selection.debug_streams.push_back(stream.name);
    }
  }
  return context;
}

bool same_types(const StreamInfo& a, const StreamInfo& b) {
  return std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                    b.parameters.end(),
                    [](const auto& one, const auto& other) { return one.type == other.type; });
}

/// The row of an instance in a cycle, if there is one.
std::optional<std::size_t> find_row(const StreamVerdicts& rows, std::uint32_t cycle,
                                    const Cell* parameters) {
  const auto first = std::lower_bound(rows.cycle.begin(), rows.cycle.end(), cycle);
  auto row = static_cast<std::size_t>(first - rows.cycle.begin());
  for (; row < rows.num_rows() && rows.cycle[row] == cycle; ++row) {
    const auto own =
        rows.parameters.begin() + static_cast<std::ptrdiff_t>(row * rows.cells_per_instance);
    if (rows.kind[row] == ChangeKind::Value &&
        std::equal(own, own + rows.cells_per_instance, parameters)) {
      return row;
    }
  }
  return std::nullopt;
}

/// A digest of texts and numbers that is the same everywhere.
class Identity {
 public:
  void add(std::string_view text) {
    for (const char byte : text) {
      mix(static_cast<unsigned char>(byte));
    }
    mix(0xff);
  }
  void add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) {
      mix(static_cast<unsigned char>(number >> shift));
    }
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  void mix(unsigned char byte) { value_ = (value_ ^ byte) * 0x100'0000'01b3U; }
  std::uint64_t value_ = 0xcbf2'9ce4'8422'2325U;
};

std::string hexadecimal(std::uint64_t number) {
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
  const std::string text(digits.data(), end);
  return std::string(digits.size() - text.size(), '0') + text;
}

}  // namespace

Firings::Firings(const Spec& spec, std::shared_ptr<SymbolTable> symbols, const Places* places)
    : spec_(spec),
      symbols_(std::move(symbols)),
      order_(spec_, only_triggers(spec_, symbols_)),
      measures_(spec_.streams().size()),
      places_(places) {
  const auto streams = spec_.streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    if (streams[i].kind == StreamKind::Trigger) {
      triggers_.push_back(i);
    }
  }
  counts_.resize(triggers_.size());
  find_measures();
}

void Firings::find_measures() {
  const auto streams = spec_.streams();
  for (const PanelInfo& panel : spec_.panels()) {
    for (const std::uint32_t trigger : panel.triggers) {
      for (const std::uint32_t stream : panel.streams) {
        if (!measures_[trigger].value && same_types(streams[stream], streams[trigger])) {
          measures_[trigger].value = stream;
        }
      }
    }
  }
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const StreamInfo::Tells tells = streams[i].tells;
    if (tells == StreamInfo::Tells::Judgement) {
      measures_[streams[i].tells_of].judged = true;
    }
    for (Measure& measure : measures_) {
      if (measure.value && *measure.value == streams[i].tells_of) {
        measure.trials = tells == StreamInfo::Tells::Trials ? i : measure.trials;
        measure.lower = tells == StreamInfo::Tells::Lower ? i : measure.lower;
        measure.upper = tells == StreamInfo::Tells::Upper ? i : measure.upper;
      }
    }
  }
}

std::vector<std::uint32_t> Firings::read_streams() const {
  std::vector<std::uint32_t> streams;
  for (const std::uint32_t trigger : triggers_) {
    const std::vector<std::uint32_t> some = read_streams(trigger);
    streams.insert(streams.end(), some.begin(), some.end());
  }
  return streams;
}

std::vector<std::uint32_t> Firings::read_streams(std::uint32_t trigger) const {
  std::vector<std::uint32_t> streams;
  const Measure& measure = measures_[trigger];
  for (const auto& stream : {measure.value, measure.trials, measure.lower, measure.upper}) {
    if (stream) {
      streams.push_back(*stream);
    }
  }
  return streams;
}

void Firings::take(const VerdictBatch& batch) {
  const bool any = std::any_of(triggers_.begin(), triggers_.end(), [&](std::uint32_t trigger) {
    return batch.streams[trigger].num_rows() > 0;
  });
  if (!any) {
    return;
  }
  order_.rows(batch, rows_);
  for (const VerdictRow& row : rows_) {
    if (row.kind == ChangeKind::Value && row.error == nullptr &&
        spec_.streams()[row.stream].kind == StreamKind::Trigger) {
      add(batch, row);
    }
  }
}

std::optional<double> Firings::height_in(const std::optional<std::uint32_t>& stream,
                                         const VerdictBatch& batch, const VerdictRow& row) const {
  if (!stream) {
    return std::nullopt;
  }
  const StreamVerdicts& rows = batch.streams[*stream];
  const auto found = find_row(rows, row.cycle, row.parameters);
  const double height = found ? height_of(spec_.streams()[*stream].type,
                                          rows.values.data() + *found * rows.cells_per_value)
                              : std::numeric_limits<double>::quiet_NaN();
  return std::isnan(height) ? std::nullopt : std::optional(height);
}

void Firings::add(const VerdictBatch& batch, const VerdictRow& row) {
  const StreamInfo& info = spec_.streams()[row.stream];
  std::string key = "[";
  const Cell* cells = row.parameters;
  for (const StreamInfo::Parameter& parameter : info.parameters) {
    key += key.size() == 1 ? "" : ",";
    plugins::append_json_value(key, parameter.type, cells, *symbols_);
    cells += parameter.type.num_cells();
  }
  key += "]";
  const Measure& measure = measures_[row.stream];
  Behind behind;
  behind.value = height_in(measure.value, batch, row);
  if (behind.value) {
    behind.trials = height_in(measure.trials, batch, row);
    behind.lower = height_in(measure.lower, batch, row);
    behind.upper = height_in(measure.upper, batch, row);
  }
  Identity identity;
  identity.add(spec_.digest());
  identity.add(info.trigger_index);
  identity.add(static_cast<std::uint64_t>(row.time.ns));
  identity.add(key);
  identity.add(++counts_[info.trigger_index]);
  times_.push_back(row.time.ns);
  streams_.push_back(row.stream);
  instances_.push_back(info.parameters.empty() ? ""
                                               : instance_name(info, row.parameters, *symbols_));
  keys_.push_back(std::move(key));
  std::string message;
  append_text(message, info.type, row.values, *symbols_, false);
  messages_.push_back(std::move(message));
  behind_.push_back(behind);
  ids_.push_back(identity.value());
  if (places_ != nullptr) {
    events_.push_back(places_->event_of(row.cycle));
    std::string rank;
    if (!info.parameters.empty()) {
      append_rank(rank, info.instance_type(), row.parameters, *symbols_);
    }
    ranks_.push_back(std::move(rank));
  }
}

std::vector<TableColumn> Firings::table(std::size_t first, std::optional<Timestamp> start) const {
  std::vector<TableColumn> table;
  const TimeColumn times("time", start, table);
  for (const auto& [name, format] :
       std::initializer_list<std::pair<const char*, const char*>>{{"trigger", "u"},
                                                                  {"instance", "u"},
                                                                  {"message", "u"},
                                                                  {"value", "g"},
                                                                  {"n", "l"},
                                                                  {"id", "u"},
                                                                  {"key", "u"},
                                                                  {"lower", "g"},
                                                                  {"upper", "g"},
                                                                  {"state", "u"}}) {
    table.emplace_back(name, format);
  }
  const auto places =
      places_ != nullptr ? std::optional(PlaceColumns(table)) : std::optional<PlaceColumns>();
  for (std::size_t row = first; row < size(); ++row) {
    times.append(times_[row], table);
    table[1].append_text(spec_.streams()[streams_[row]].name);
    table[2].append_text(instances_[row]);
    table[3].append_text(messages_[row]);
    const Behind& behind = behind_[row];
    table[4].append(behind.value);
    if (behind.trials) {
      table[5].append(static_cast<std::int64_t>(*behind.trials));
    } else {
      table[5].append_null();
    }
    table[6].append_text(hexadecimal(ids_[row]));
    table[7].append_text(keys_[row]);
    table[8].append(behind.lower);
    table[9].append(behind.upper);
    if (measures_[streams_[row]].judged) {
      table[10].append_text("violated");
    } else {
      table[10].append_null();
    }
    if (places) {
      places->append(events_[row], times_[row], ranks_[row], table);
    }
  }
  return table;
}

void Firings::clear_rows() {
  times_.clear();
  streams_.clear();
  instances_.clear();
  keys_.clear();
  messages_.clear();
  behind_.clear();
  ids_.clear();
  events_.clear();
  ranks_.clear();
}

}  // namespace fairmon::capi
