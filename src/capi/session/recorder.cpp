#include "capi/session/recorder.hpp"

#include <algorithm>
#include <utility>

namespace fairmon::capi {

Recorder::Recorder(const Spec& spec, std::vector<bool> kept, const Places* places)
    : spec_(spec), kept_(std::move(kept)), places_(places), rows_(spec.streams().size()) {}

void Recorder::take(const VerdictBatch& batch, const VerdictFactory& order) {
  for (std::uint32_t stream = 0; stream < kept_.size(); ++stream) {
    if (kept_[stream] && batch.streams[stream].num_rows() > 0) {
      take_stream(stream, batch, order);
    }
  }
}

void Recorder::take_stream(std::uint32_t stream, const VerdictBatch& batch,
                           const VerdictFactory& order) {
  const StreamVerdicts& from = batch.streams[stream];
  sorted_.clear();
  for (std::uint32_t row = 0; row < from.num_rows(); ++row) {
    if (from.kind[row] == ChangeKind::Value) {
      sorted_.push_back(row);
    }
  }
  const std::uint32_t width = from.cells_per_instance;
  if (width > 0) {
    std::stable_sort(sorted_.begin(), sorted_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return from.cycle[a] != from.cycle[b]
                 ? from.cycle[a] < from.cycle[b]
                 : order.compare_instances(stream, &from.parameters[std::size_t{a} * width],
                                           &from.parameters[std::size_t{b} * width]) < 0;
    });
  }
  Rows& to = rows_[stream];
  for (const std::uint32_t row : sorted_) {
    to.times.push_back(batch.cycle_times[from.cycle[row]].ns);
    const auto parameters = from.parameters.begin() + std::ptrdiff_t{row} * width;
    to.parameters.insert(to.parameters.end(), parameters, parameters + width);
    const auto values = from.values.begin() + std::ptrdiff_t{row} * from.cells_per_value;
    to.values.insert(to.values.end(), values, values + from.cells_per_value);
    if (places_ != nullptr) {
      to.events.push_back(places_->event_of(from.cycle[row]));
    }
  }
}

/// Cells of other types mark a text now and then that nobody needs; that does no harm.
void Recorder::mark_symbols(SymbolMarks& alive) const {
  for (const Rows& rows : rows_) {
    for (const std::vector<Cell>* cells : {&rows.parameters, &rows.values}) {
      for (const Cell cell : *cells) {
        alive.add(cell);
      }
    }
  }
}

std::vector<TableColumn> Recorder::table(std::uint32_t stream, std::optional<Timestamp> start,
                                         const SymbolTable& symbols) const {
  const StreamInfo& info = spec_.streams()[stream];
  const Rows& rows = rows_[stream];
  std::vector<TableColumn> table;
  const TimeColumn times("time", start, table);
  std::vector<ValueColumns> parameters;
  for (const StreamInfo::Parameter& parameter : info.parameters) {
    parameters.emplace_back(parameter.name, parameter.type, table);
  }
  const ValueColumns values("value", info.type, table);
  const auto places =
      places_ != nullptr ? std::optional(PlaceColumns(table)) : std::optional<PlaceColumns>();
  const Cell* key = rows.parameters.data();
  const Cell* value = rows.values.data();
  std::string rank;
  for (std::size_t row = 0; row < rows.times.size(); ++row) {
    times.append(rows.times[row], table);
    if (places) {
      rank.clear();
      if (!parameters.empty()) {
        append_rank(rank, info.instance_type(), key, symbols);
      }
      places->append(rows.events[row], rows.times[row], rank, table);
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      parameters[i].append(key, symbols, table);
      key += info.parameters[i].type.num_cells();
    }
    values.append(value, symbols, table);
    value += info.type.num_cells();
  }
  return table;
}

}  // namespace fairmon::capi
