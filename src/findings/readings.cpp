#include <fairmon/readings.hpp>

#include <algorithm>
#include <utility>

#include "findings/cells.hpp"
#include "findings/section.hpp"
#include "support/packing.hpp"

namespace fairmon {

namespace {

using findings::bytes_of;

void save_cells(std::string& bytes, const std::vector<Cell>& cells) {
  support::pack(bytes, bytes_of(cells.data(), cells.size()));
}

std::vector<Cell> load_cells(support::Unpacker& in) { return findings::cells_of(in.text()); }

void save_count(std::string& bytes, const std::optional<std::uint64_t>& count) {
  support::pack(bytes, std::uint64_t{count.has_value()});
  support::pack(bytes, count.value_or(0));
}

/// Marks the texts among the cells of a value.
void mark_texts(const Type& type, const Cell* cells, SymbolMarks& alive) {
  if (type.is(TypeKind::String) || type.is(TypeKind::Bytes)) {
    alive.add(*cells);
    return;
  }
  if (type.is(TypeKind::Optional) || type.is(TypeKind::Tuple)) {
    cells += type.is(TypeKind::Optional) ? 1 : 0;
    for (const Type& part : type.parts()) {
      mark_texts(part, cells, alive);
      cells += part.num_cells();
    }
  }
}

std::optional<std::uint64_t> load_count(support::Unpacker& in) {
  const bool known = in.flag();
  const std::uint64_t count = in.number();
  return known ? std::optional(count) : std::nullopt;
}

void save_end(std::string& bytes, const std::optional<double>& end) {
  support::pack(bytes, std::uint64_t{end.has_value()});
  support::pack_real(bytes, end.value_or(0.0));
}

std::optional<double> load_end(support::Unpacker& in) {
  const bool known = in.flag();
  const double end = in.real();
  return known ? std::optional(end) : std::nullopt;
}

}  // namespace

Readings::Readings(Spec spec, std::vector<bool> shown, std::size_t most_instances)
    : spec_(std::move(spec)), most_instances_(most_instances), states_(spec_.streams().size()) {
  const auto streams = spec_.streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const bool tells_of_value = streams[i].tells == StreamInfo::Tells::Trials ||
                                streams[i].tells == StreamInfo::Tells::Hits ||
                                streams[i].tells == StreamInfo::Tells::Lower ||
                                streams[i].tells == StreamInfo::Tells::Upper;
    if (tells_of_value ? shown[streams[i].tells_of]
                       : shown[i] && streams[i].tells == StreamInfo::Tells::Nothing) {
      followed_.push_back(i);
    }
  }
}

std::uint32_t Readings::place_of(std::uint32_t stream, std::string_view key, const Cell* parameters,
                                 std::uint32_t num_cells) {
  State& state = states_[stream];
  // Most streams have a handful of instances: comparing beats hashing.
  constexpr std::size_t kLookedThrough = 12;
  const std::size_t near = std::min(state.readings.size(), kLookedThrough);
  for (std::uint32_t i = 0; i < near; ++i) {
    const std::vector<Cell>& own = state.readings[i].instance;
    if (bytes_of(own.data(), own.size()) == key) {
      return i;
    }
  }
  const auto [found, is_new] =
      state.places.try_emplace(std::string(key), static_cast<std::uint32_t>(state.readings.size()));
  if (!is_new) {
    return found->second;
  }
  if (state.readings.size() >= most_instances_) {
    state.places.erase(found);
    state.more = true;
    return kNone;
  }
  state.readings.emplace_back();
  state.readings.back().instance.assign(parameters, parameters + num_cells);
  return found->second;
}

std::uint32_t Readings::place_in_row(std::uint32_t meant, const StreamVerdicts& rows,
                                     std::size_t row) {
  const Cell* parameters = rows.parameters.data() + row * rows.cells_per_instance;
  return place_of(meant, bytes_of(parameters, rows.cells_per_instance), parameters,
                  rows.cells_per_instance);
}

void Readings::keep(std::uint32_t stream, const StreamVerdicts& rows, std::size_t row,
                    Timestamp time, Reading& reading) const {
  const StreamInfo& info = spec_.streams()[stream];
  const Cell* value = rows.values.data() + row * rows.cells_per_value;
  if (info.tells == StreamInfo::Tells::Trials) {
    reading.trials = *value;
  } else if (info.tells == StreamInfo::Tells::Hits) {
    reading.hits = *value;
  } else if (info.tells == StreamInfo::Tells::Lower) {
    reading.lower = height_of(info.type, value);
  } else if (info.tells == StreamInfo::Tells::Upper) {
    reading.upper = height_of(info.type, value);
  } else {
    reading.value.assign(value, value + rows.cells_per_value);
    reading.as_of = time;
    ++reading.updates;
  }
}

std::uint32_t Readings::take_row(std::uint32_t stream, const StreamVerdicts& rows, std::size_t row,
                                 Timestamp time) {
  const StreamInfo& info = spec_.streams()[stream];
  const std::uint32_t meant = tells(stream) ? info.tells_of : stream;
  const std::uint32_t place = place_in_row(meant, rows, row);
  if (place != kNone) {
    keep(stream, rows, row, time, states_[meant].readings[place]);
  }
  return place;
}

void Readings::take(const VerdictBatch& batch) {
  for (const std::uint32_t stream : followed_) {
    const StreamVerdicts& rows = batch.streams[stream];
    const bool told = tells(stream);
    const std::uint32_t meant = told ? spec_.streams()[stream].tells_of : stream;
    std::vector<Reading>& readings = states_[meant].readings;
    newest_.assign(readings.size(), 0);
    for (std::size_t row = 0; row < rows.num_rows(); ++row) {
      if (rows.kind[row] != ChangeKind::Value) {
        continue;
      }
      // Looking at single cells first: most streams have one parameter or none.
      std::uint32_t place = rows.cells_per_instance == 0 && !readings.empty() ? 0 : kNone;
      constexpr std::size_t kNear = 8;
      for (std::uint32_t i = 0; rows.cells_per_instance == 1 && i < readings.size() && i < kNear;
           ++i) {
        if (readings[i].instance.front() == rows.parameters[row]) {
          place = i;
          break;
        }
      }
      place = place == kNone ? place_in_row(meant, rows, row) : place;
      if (place == kNone) {
        continue;
      }
      newest_.resize(std::max(newest_.size(), readings.size()), 0);
      readings[place].updates += newest_[place] > 0 && !told ? 1 : 0;  // the last is counted below
      newest_[place] = row + 1;
    }
    for (std::size_t place = 0; place < newest_.size(); ++place) {
      if (newest_[place] > 0) {
        const std::size_t row = newest_[place] - 1;
        keep(stream, rows, row, batch.cycle_times[rows.cycle[row]], readings[place]);
      }
    }
  }
}

void Readings::save(std::string& bytes) const {
  std::string own;
  for (const State& state : states_) {
    support::pack(own, std::uint64_t{state.more});
    support::pack(own, std::uint64_t{state.readings.size()});
    for (const Reading& reading : state.readings) {
      save_cells(own, reading.instance);
      save_cells(own, reading.value);
      support::pack_signed(own, reading.as_of.ns);
      support::pack(own, reading.updates);
      save_count(own, reading.trials);
      save_count(own, reading.hits);
      save_end(own, reading.lower);
      save_end(own, reading.upper);
    }
  }
  support::pack(bytes, own);
}

bool Readings::load(std::string_view& bytes) {
  const auto own = findings::take_section(bytes);
  if (!own) {
    return false;
  }
  support::Unpacker in(*own);
  bool fits = true;
  for (std::size_t stream = 0; stream < states_.size(); ++stream) {
    State& state = states_[stream];
    const StreamInfo& info = spec_.streams()[stream];
    const std::size_t num_cells = findings::num_instance_cells(info);
    state = {};
    state.more = in.flag();
    for (std::uint64_t left = in.count(); left > 0; --left) {
      Reading reading;
      reading.instance = load_cells(in);
      reading.value = load_cells(in);
      reading.as_of.ns = in.signed_number();
      reading.updates = in.number();
      reading.trials = load_count(in);
      reading.hits = load_count(in);
      reading.lower = load_end(in);
      reading.upper = load_end(in);
      fits = fits && reading.instance.size() == num_cells &&
             (reading.value.empty() || reading.value.size() == info.type.num_cells());
      state.places.emplace(bytes_of(reading.instance.data(), reading.instance.size()),
                           static_cast<std::uint32_t>(state.readings.size()));
      state.readings.push_back(std::move(reading));
    }
  }
  return fits && in.complete();
}

void Readings::mark_symbols(SymbolMarks& alive) const {
  for (std::size_t stream = 0; stream < states_.size(); ++stream) {
    const StreamInfo& info = spec_.streams()[stream];
    for (const Reading& reading : states_[stream].readings) {
      mark_instance(info, reading.instance.data(), alive);
      if (!reading.value.empty()) {
        mark_texts(info.type, reading.value.data(), alive);
      }
    }
  }
}

void mark_instance(const StreamInfo& stream, const Cell* parameters, SymbolMarks& alive) {
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    mark_texts(parameter.type, parameters, alive);
    parameters += parameter.type.num_cells();
  }
}

std::string instance_name(const StreamInfo& stream, const Cell* parameters,
                          const SymbolTable& symbols) {
  std::string text;
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    text += text.empty() ? "" : ", ";
    const std::size_t before = text.size();
    append_text(text, parameter.type, parameters, symbols, false);
    text += text.size() == before ? "\"\"" : "";
    parameters += parameter.type.num_cells();
  }
  return text;
}

bool is_old(const StreamInfo& stream, Timestamp as_of, Timestamp reached) {
  if (stream.period && stream.period->ns > 0) {
    return as_of.ns <= reached.ns - stream.period->ns;
  }
  return reached.ns - as_of.ns > reached.ns / 10;
}

}  // namespace fairmon
