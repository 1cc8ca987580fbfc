#include "server/runs/curve_writer.hpp"

#include <fairmon/readings.hpp>

#include <limits>
#include <utility>

namespace fairmon::server {

namespace {

std::string_view bytes_of(const Cell* cells, std::uint32_t count) {
  return {reinterpret_cast<const char*>(cells), count * sizeof(Cell)};
}

/// A place in a table of `size` (a power of two) that neighbouring parameters do not share.
std::size_t scatter(const Cell* cells, std::uint32_t count, std::size_t size) {
  std::uint64_t mixed = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    mixed = (mixed ^ cells[i]) * 0x9e37'79b9'7f4a'7c15U;
  }
  return (mixed >> 32U) & (size - 1);
}

}  // namespace

CurveWriter::CurveWriter(RunHistory& history, std::uint32_t stream, Type type, Label label)
    : history_(history), stream_(stream), type_(std::move(type)), label_(std::move(label)) {}

void CurveWriter::write(const StreamVerdicts& rows, const std::vector<Timestamp>& cycle_times) {
  const Cell* parameters = rows.parameters.data();
  const Cell* value = rows.values.data();
  for (std::size_t row = 0; row < rows.num_rows(); ++row) {
    const std::uint32_t place = curve_of(parameters, rows.cells_per_instance);
    Curve& curve = curves_[place];
    const Timestamp time = cycle_times[rows.cycle[row]];
    switch (rows.kind[row]) {
      case ChangeKind::Spawn:
        flush(curve);
        if (const auto closed = curve.series->closed()) {
          for (Series* part : {curve.series, curve.series->lower(), curve.series->upper()}) {
            if (part != nullptr) {
              part->append(*closed, std::numeric_limits<double>::quiet_NaN());
            }
          }
          curve.series->reopen();
        }
        break;
      case ChangeKind::Value:
        if (curve.times.empty()) {
          waiting_.push_back(place);
        }
        curve.times.push_back(time.ns);
        curve.values.push_back(height_of(type_, value));
        break;
      case ChangeKind::Close:
        flush(curve);
        curve.series->close(time);
        break;
    }
    parameters += rows.cells_per_instance;
    value += rows.cells_per_value;
  }
  for (const std::uint32_t place : waiting_) {
    flush(curves_[place]);
  }
  waiting_.clear();
}

void CurveWriter::note_counts(const StreamVerdicts& rows, const std::vector<Timestamp>& cycle_times,
                              Counted counted) {
  for (std::size_t row = 0; row < rows.num_rows(); ++row) {
    if (rows.kind[row] != ChangeKind::Value) {
      continue;
    }
    const Cell* parameters = rows.parameters.data() + row * rows.cells_per_instance;
    Series& series = *curves_[curve_of(parameters, rows.cells_per_instance)].series;
    CountLog& log = counted == Counted::Trials ? series.trials() : series.hits();
    log.note(cycle_times[rows.cycle[row]], rows.values[row * rows.cells_per_value]);
  }
}

void CurveWriter::write_end(const StreamVerdicts& rows, const std::vector<Timestamp>& cycle_times,
                            bool lower) {
  for (std::size_t row = 0; row < rows.num_rows(); ++row) {
    if (rows.kind[row] != ChangeKind::Value) {
      continue;
    }
    const Cell* parameters = rows.parameters.data() + row * rows.cells_per_instance;
    Series& series = *curves_[curve_of(parameters, rows.cells_per_instance)].series;
    Series& end = lower ? *series.lower() : *series.upper();
    const double height = height_of(type_, rows.values.data() + row * rows.cells_per_value);
    // Most values of a group come from events that are not its own: nothing new is known then.
    if (const std::size_t size = end.size(); size == 0 || end.value(size - 1) != height) {
      end.append(cycle_times[rows.cycle[row]], height);
    }
  }
}

std::uint32_t CurveWriter::curve_of(const Cell* parameters, std::uint32_t num_cells) {
  Recent& recent = recent_[scatter(parameters, num_cells, recent_.size())];
  const std::string_view key = bytes_of(parameters, num_cells);
  if (recent.known && recent.key == key) {
    return recent.curve;
  }
  auto found = places_.find(key);
  if (found == places_.end()) {
    found = places_.emplace(std::string(key), static_cast<std::uint32_t>(curves_.size())).first;
    curves_.push_back({&history_.add_series(stream_, label_(parameters)), {}, {}});
  }
  recent = {found->first, found->second, true};
  return found->second;
}

void CurveWriter::visit_instances(const std::function<void(const Cell*)>& visit) const {
  std::vector<Cell> parameters;
  for (const auto& [key, place] : places_) {
    parameters.resize(key.size() / sizeof(Cell));
    key.copy(reinterpret_cast<char*>(parameters.data()), key.size());
    visit(parameters.data());
  }
}

void CurveWriter::flush(Curve& curve) {
  if (!curve.times.empty()) {
    curve.series->append(curve.times, curve.values);
    curve.times.clear();
    curve.values.clear();
  }
}

}  // namespace fairmon::server
