#include "pipeline/shards/merge.hpp"

#include <algorithm>
#include <compare>
#include <limits>
#include <tuple>

namespace fairmon::pipeline {

namespace {

/// When a cycle takes place: events of one moment in their order, its deadlines behind them.
struct Moment {
  std::int64_t time = 0;
  bool deadline = false;
  std::uint32_t row = 0;  ///< of the event in the slice
  friend auto operator<=>(const Moment&, const Moment&) = default;
};

struct Cycle {
  Moment moment;
  std::uint32_t monitor = 0;
  std::uint32_t number = 0;  ///< in its own verdicts
};

struct RowPlace {
  std::uint32_t cycle = 0;  ///< merged
  std::uint32_t monitor = 0;
  std::uint32_t row = 0;
};

class Merger {
 public:
  Merger(const Slice& slice, const std::vector<const std::vector<std::uint32_t>*>& streams,
         VerdictBatch& merged)
      : slice_(slice), streams_(streams), merged_(merged) {}

  Result<void> run() {
    find_end();
    collect_cycles();
    count();
    merge_rows();
    merge_errors();
    if (first_ != nullptr) {
      return first_->outcome;
    }
    return slice_.refused ? Result<void>(*slice_.refused) : Result<void>();
  }

 private:
  [[nodiscard]] static bool is_deadline(const VerdictBatch& verdicts, std::uint32_t cycle) {
    const auto mark = std::ranges::lower_bound(verdicts.deadlines, cycle_key(verdicts, cycle), {},
                                               [&](const DeadlineMark& m) { return m.time.ns; });
    return mark != verdicts.deadlines.end() && mark->cycle == cycle;
  }
  [[nodiscard]] static std::int64_t cycle_key(const VerdictBatch& verdicts, std::uint32_t cycle) {
    return verdicts.cycle_times[cycle].ns;
  }

  [[nodiscard]] Moment moment_of(const ShardWork& work, std::uint32_t cycle) const {
    const VerdictBatch& verdicts = work.verdicts;
    const std::int64_t time = verdicts.cycle_times[cycle].ns;
    if (is_deadline(verdicts, cycle)) {
      return {time, true, 0};
    }
    return {time, false, work.rows[verdicts.cycle_events[cycle] - 1]};
  }

  /// The first moment at which a monitor had to stop, and the one that speaks for all that did.
  void find_end() {
    for (std::size_t i = 0; i < slice_.work.size(); ++i) {
      const ShardWork& work = slice_.work[i];
      if (work.outcome) {
        continue;
      }
      // Without a word on where, it is no matter of evaluation, and nothing behind it counts.
      const bool placed =
          !work.verdicts.errors.empty() && work.outcome.error().code == ErrorCode::Evaluation;
      const Moment end = placed ? moment_of(work, work.verdicts.errors.back().cycle)
                                : Moment{std::numeric_limits<std::int64_t>::max(), true, 0};
      if (first_ == nullptr || end < end_ ||
          (end == end_ && placed && speaks_before(i, first_number_))) {
        end_ = end;
        first_ = &work;
        first_number_ = i;
      }
    }
  }

  /// Errors of one cycle have the order of streams, then of instances.
  [[nodiscard]] bool speaks_before(std::size_t a, std::size_t b) const {
    const auto first = [&](std::size_t monitor) {
      const std::vector<EvaluationError>& errors = slice_.work[monitor].verdicts.errors;
      std::size_t at = errors.size() - 1;
      while (at > 0 && errors[at - 1].cycle == errors[at].cycle) {
        --at;
      }
      EvaluationError error = errors[at];
      error.cycle = 0;  // the same moment, whatever its number there
      error.stream = (*streams_[monitor])[error.stream];
      return error;
    };
    return place(first(a)) < place(first(b));
  }

  static std::tuple<std::uint32_t, std::uint32_t, std::vector<Cell>, std::uint32_t, std::string>
  place(const EvaluationError& e) {
    return {e.cycle, e.stream, e.parameters, e.span.begin, e.message};
  }

  void collect_cycles() {
    numbers_.resize(slice_.work.size());
    for (std::uint32_t i = 0; i < slice_.work.size(); ++i) {
      const ShardWork& work = slice_.work[i];
      const auto count = static_cast<std::uint32_t>(work.verdicts.cycle_times.size());
      numbers_[i].assign(count, kCut);
      for (std::uint32_t cycle = 0; cycle < count; ++cycle) {
        const Moment moment = moment_of(work, cycle);
        if (first_ == nullptr || moment <= end_) {
          cycles_.push_back({moment, i, cycle});
        }
      }
    }
    std::ranges::sort(cycles_, {}, [](const Cycle& c) { return std::tuple(c.moment, c.monitor); });
    const Moment* last = nullptr;
    for (const Cycle& cycle : cycles_) {
      // What another monitor did in the cycle that failed is no verdict, but its errors count.
      if (last == nullptr || *last != cycle.moment) {
        merged_.cycle_times.push_back({cycle.moment.time});
        merged_.cycle_events.push_back(cycle.moment.deadline ? events_until(cycle.moment.time)
                                                             : cycle.moment.row + 1);
        last = &cycle.moment;
      }
      numbers_[cycle.monitor][cycle.number] =
          static_cast<std::uint32_t>(merged_.cycle_times.size() - 1);
    }
  }

  [[nodiscard]] std::uint32_t events_until(std::int64_t time) const {
    return static_cast<std::uint32_t>(std::ranges::upper_bound(slice_.times, Timestamp{time}) -
                                      slice_.times.begin());
  }

  void count() {
    merged_.num_events = slice_.times.size();
    if (first_ != nullptr && end_.time != std::numeric_limits<std::int64_t>::max()) {
      merged_.num_events = end_.deadline ? events_until(end_.time) : end_.row;
    }
    std::vector<std::int64_t> deadlines;
    for (const ShardWork& work : slice_.work) {
      for (const DeadlineMark& mark : work.verdicts.deadlines) {
        if (first_ == nullptr || Moment{mark.time.ns, true, 0} < end_) {
          deadlines.push_back(mark.time.ns);
        }
      }
    }
    std::ranges::sort(deadlines);
    deadlines.erase(std::ranges::unique(deadlines).begin(), deadlines.end());
    merged_.num_deadlines = deadlines.size();
    if (merged_.num_events > 0) {
      reach(slice_.times[merged_.num_events - 1]);
    }
    if (!deadlines.empty()) {
      reach({deadlines.back()});
    }
    if (first_ == nullptr && slice_.times.empty() && slice_.until) {
      reach(*slice_.until);
    }
  }
  void reach(Timestamp time) { merged_.reached = std::max(merged_.reached, time); }

  void merge_rows() {
    std::vector<std::vector<RowPlace>> rows(merged_.streams.size());
    const auto failed = static_cast<std::uint32_t>(merged_.cycle_times.size() - 1);
    for (std::uint32_t i = 0; i < slice_.work.size(); ++i) {
      const VerdictBatch& verdicts = slice_.work[i].verdicts;
      for (std::size_t stream = 0; stream < verdicts.streams.size(); ++stream) {
        const StreamVerdicts& from = verdicts.streams[stream];
        std::vector<RowPlace>& places = rows[(*streams_[i])[stream]];
        for (std::uint32_t row = 0; row < from.num_rows(); ++row) {
          const std::uint32_t cycle = numbers_[i][from.cycle[row]];
          const bool stopped = first_ != nullptr && cycle == failed && stopped_at_last();
          if (cycle != kCut && !stopped) {
            places.push_back({cycle, i, row});
          }
        }
      }
    }
    for (std::size_t stream = 0; stream < rows.size(); ++stream) {
      std::ranges::stable_sort(rows[stream], {}, &RowPlace::cycle);
      append(rows[stream], static_cast<std::uint32_t>(stream));
    }
  }

  /// The cycle that failed is recorded, as its errors are.
  [[nodiscard]] bool stopped_at_last() const {
    return end_.time != std::numeric_limits<std::int64_t>::max();
  }

  void append(const std::vector<RowPlace>& places, std::uint32_t stream) {
    StreamVerdicts& to = merged_.streams[stream];
    for (const RowPlace& place : places) {
      const StreamVerdicts& from = stream_of(place.monitor, stream);
      to.cycle.push_back(place.cycle);
      to.kind.push_back(from.kind[place.row]);
      const Cell* parameters = from.parameters.data() + place.row * from.cells_per_instance;
      to.parameters.insert(to.parameters.end(), parameters, parameters + from.cells_per_instance);
      const Cell* values = from.values.data() + place.row * from.cells_per_value;
      to.values.insert(to.values.end(), values, values + from.cells_per_value);
    }
  }
  [[nodiscard]] const StreamVerdicts& stream_of(std::uint32_t monitor, std::uint32_t stream) const {
    const std::vector<std::uint32_t>& numbers = *streams_[monitor];
    const auto at = std::ranges::lower_bound(numbers, stream) - numbers.begin();
    return slice_.work[monitor].verdicts.streams[static_cast<std::size_t>(at)];
  }

  void merge_errors() {
    std::vector<EvaluationError>& errors = merged_.errors;
    for (std::size_t i = 0; i < slice_.work.size(); ++i) {
      for (const EvaluationError& error : slice_.work[i].verdicts.errors) {
        const std::uint32_t cycle = numbers_[i][error.cycle];
        if (cycle != kCut) {
          errors.push_back(error);
          errors.back().cycle = cycle;
          errors.back().stream = (*streams_[i])[error.stream];
        }
      }
    }
    std::ranges::stable_sort(errors, {}, [](const EvaluationError& e) { return place(e); });
    const auto same = [](const EvaluationError& a, const EvaluationError& b) {
      return place(a) == place(b) && a.span == b.span;
    };
    errors.erase(std::ranges::unique(errors, same).begin(), errors.end());
  }

  static constexpr std::uint32_t kCut = 0xffff'ffffU;

  const Slice& slice_;
  const std::vector<const std::vector<std::uint32_t>*>& streams_;
  VerdictBatch& merged_;
  const ShardWork* first_ = nullptr;  ///< that had to stop
  std::size_t first_number_ = 0;
  Moment end_;
  std::vector<Cycle> cycles_;
  std::vector<std::vector<std::uint32_t>> numbers_;  ///< by monitor and cycle: merged number
};

}  // namespace

void shape_verdicts(const Spec& spec, VerdictBatch& verdicts) {
  const auto streams = spec.streams();
  if (verdicts.streams.size() == streams.size()) {
    return;
  }
  verdicts.streams.resize(streams.size());
  for (std::size_t i = 0; i < streams.size(); ++i) {
    verdicts.streams[i].cells_per_value = streams[i].type.num_cells();
    verdicts.streams[i].cells_per_instance =
        streams[i].parameters.empty() ? 0 : streams[i].instance_type().num_cells();
  }
}

Result<void> merge_verdicts(const Slice& slice,
                            const std::vector<const std::vector<std::uint32_t>*>& streams,
                            VerdictBatch& merged) {
  return Merger(slice, streams, merged).run();
}

}  // namespace fairmon::pipeline
