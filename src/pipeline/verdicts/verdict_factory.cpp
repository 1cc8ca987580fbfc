#include <fairmon/verdict_sink.hpp>

#include <algorithm>
#include <utility>

#include "pipeline/verdicts/compare_cells.hpp"

namespace fairmon {

bool VerdictSelection::wants(const StreamInfo& stream) const {
  if (stream.tells != StreamInfo::Tells::Nothing) {
    const bool state = stream.tells == StreamInfo::Tells::State;
    return plotted || (episodes && state) || (evidence && !state);
  }
  if (stream.debug || static_cast<int>(stream.verbosity) <= static_cast<int>(verbosity)) {
    return true;
  }
  if (plotted) {
    const bool tagged = std::any_of(stream.tags.begin(), stream.tags.end(), [](const Tag& tag) {
      return tag.key == "plot" || tag.key == "left_out";
    });
    if (tagged || stream.kind == StreamKind::Trigger) {
      return true;
    }
  }
  return std::find(debug_streams.begin(), debug_streams.end(), stream.name) != debug_streams.end();
}

bool VerdictSelection::wants_lifecycle(const StreamInfo& stream) const {
  if (!stream.spawned) {
    return false;
  }
  if (stream.tells != StreamInfo::Tells::Nothing) {
    return (plotted || episodes) && stream.closes && stream.tells == StreamInfo::Tells::State;
  }
  return verbosity == Verbosity::Debug || stream.debug ||
         std::find(debug_streams.begin(), debug_streams.end(), stream.name) != debug_streams.end();
}

VerdictFactory::VerdictFactory(const Spec& spec, SinkContext context)
    : spec_(spec), context_(std::move(context)) {
  for (const StreamInfo& stream : spec_.streams()) {
    wanted_.push_back(context_.selection.wants(stream));
    lifecycle_.push_back(context_.selection.wants_lifecycle(stream));
  }
}

namespace {

/// Where each cycle's rows begin, found by counting; rows of one cycle keep the order they come in.
class ByCycle {
 public:
  explicit ByCycle(std::size_t num_cycles) : begin_(num_cycles + 1, 0) {}
  void count(std::uint32_t cycle) { ++begin_[cycle + 1]; }
  std::size_t seal() {
    for (std::size_t i = 1; i < begin_.size(); ++i) {
      begin_[i] += begin_[i - 1];
    }
    return begin_.back();
  }
  std::size_t next(std::uint32_t cycle) { return begin_[cycle]++; }

 private:
  std::vector<std::size_t> begin_;
};

VerdictRow row_of(const VerdictBatch& batch, std::uint32_t stream, std::size_t row) {
  const StreamVerdicts& verdicts = batch.streams[stream];
  VerdictRow result;
  result.cycle = verdicts.cycle[row];
  result.time = batch.cycle_times[result.cycle];
  result.stream = stream;
  result.kind = verdicts.kind[row];
  result.parameters = verdicts.parameters.data() + row * verdicts.cells_per_instance;
  result.values = verdicts.values.data() + row * verdicts.cells_per_value;
  return result;
}

int compare_parameters(const Type& instance, const Cell* a, const Cell* b,
                       const SymbolTable& symbols) {
  if (a == nullptr || b == nullptr) {
    return static_cast<int>(a != nullptr) - static_cast<int>(b != nullptr);
  }
  return pipeline::compare_cells(instance, a, b, symbols);
}

/// Spawns, values, closes; then instances by their parameters; errors behind values.
bool before(const VerdictRow& a, const VerdictRow& b, const Type& instance,
            const SymbolTable& symbols) {
  const auto rank = [](const VerdictRow& row) {
    return static_cast<int>(row.kind) * 2 + (row.error != nullptr ? 1 : 0);
  };
  if (rank(a) != rank(b)) {
    return rank(a) < rank(b);
  }
  return compare_parameters(instance, a.parameters, b.parameters, symbols) < 0;
}

}  // namespace

void VerdictFactory::rows(const VerdictBatch& batch, std::vector<VerdictRow>& rows) const {
  rows.clear();
  const auto shown = [&](std::uint32_t stream, std::size_t row) {
    return batch.streams[stream].kind[row] == ChangeKind::Value || lifecycle_[stream];
  };
  const auto num_streams =
      static_cast<std::uint32_t>(std::min(batch.streams.size(), wanted_.size()));
  ByCycle cycles(batch.cycle_times.size());
  for (std::uint32_t stream = 0; stream < num_streams; ++stream) {
    const std::size_t count = wanted_[stream] ? batch.streams[stream].num_rows() : 0;
    for (std::size_t row = 0; row < count; ++row) {
      if (shown(stream, row)) {
        cycles.count(batch.streams[stream].cycle[row]);
      }
    }
  }
  for (const EvaluationError& error : batch.errors) {
    cycles.count(error.cycle);
  }
  rows.resize(cycles.seal());
  std::size_t next_error = 0;
  std::vector<const EvaluationError*> errors;
  for (const EvaluationError& error : batch.errors) {
    errors.push_back(&error);
  }
  std::stable_sort(errors.begin(), errors.end(),
                   [](const auto* a, const auto* b) { return a->stream < b->stream; });
  for (std::uint32_t stream = 0; stream < num_streams; ++stream) {
    const std::size_t count = wanted_[stream] ? batch.streams[stream].num_rows() : 0;
    for (std::size_t row = 0; row < count; ++row) {
      if (shown(stream, row)) {
        rows[cycles.next(batch.streams[stream].cycle[row])] = row_of(batch, stream, row);
      }
    }
    for (; next_error < errors.size() && errors[next_error]->stream == stream; ++next_error) {
      const EvaluationError& error = *errors[next_error];
      rows[cycles.next(error.cycle)] =
          VerdictRow{batch.cycle_times[error.cycle],
                     stream,
                     error.cycle,
                     ChangeKind::Value,
                     error.parameters.empty() ? nullptr : error.parameters.data(),
                     nullptr,
                     &error,
                     nullptr};
    }
  }
  // Groups of one stream in one cycle are short; only those with company need sorting.
  const auto streams = spec_.streams();
  for (std::size_t begin = 0; begin < rows.size();) {
    std::size_t end = begin + 1;
    while (end < rows.size() && rows[end].cycle == rows[begin].cycle &&
           rows[end].stream == rows[begin].stream) {
      ++end;
    }
    if (end - begin > 1) {
      const Type instance = streams[rows[begin].stream].instance_type();
      const auto first = rows.begin() + static_cast<std::ptrdiff_t>(begin);
      std::stable_sort(first, first + static_cast<std::ptrdiff_t>(end - begin),
                       [&](const VerdictRow& a, const VerdictRow& b) {
                         return before(a, b, instance, *context_.symbols);
                       });
    }
    begin = end;
  }
}

int VerdictFactory::compare_instances(std::uint32_t stream, const Cell* a, const Cell* b) const {
  return compare_parameters(spec_.streams()[stream].instance_type(), a, b, *context_.symbols);
}

bool VerdictSink::mark_symbols(SymbolMarks&) const { return false; }

Result<void> VerdictSink::rewind(std::string_view) {
  return Error(ErrorCode::Checkpoint, "this output cannot go on from a checkpoint");
}

}  // namespace fairmon
