#include "engine/runs/run.hpp"

#include <algorithm>

namespace fairmon::engine {

namespace {
/// Rows of one run: their columns stay in the second-level cache.
constexpr std::uint32_t kMostRows = 1024;
}  // namespace

Run::Run(State& state, Recorder& recorder)
    : state_(state),
      recorder_(recorder),
      plan_(make_run_plan(state.plan)),
      evaluator_(state),
      scans_(state.plan.streams.size()),
      cross_(state.plan.streams.size()),
      narrowed_(state.plan.streams.size()),
      most_rows_(kMostRows),
      present_(state.plan.program->num_inputs),
      global_due_(state.globals.size()),
      local_due_(state.locals.size()) {
  for (std::uint32_t stream = 0; stream < plan_.streams.size(); ++stream) {
    const RunStream& planned = plan_.streams[stream];
    if (planned.recursive && !planned.recursive_condition) {
      scans_[stream] = Scan::make(state.plan, stream);
    }
    if (planned.mode == RunMode::Cross) {
      narrowed_[stream] = narrow(stream);
    }
  }
}

std::optional<Error> Run::events(const EventBatch& events, RowRange range, std::uint32_t& count) {
  count = extent(events, range);
  const std::uint32_t tried = count;
  std::optional<Error> error =
      count == 1 ? one_event(events, range.begin) : rows(events, range.begin, count);
  // Rows behind a close were evaluated in vain: try as many as there were between the last ones.
  if (count < tried || (count == 1 && !closes_.empty())) {
    most_rows_ = count == 1 ? 1 : 2 * count;
  } else {
    most_rows_ = std::min(kMostRows, 2 * most_rows_);
  }
  return error;
}

std::uint32_t Run::extent(const EventBatch& events, RowRange range) const {
  const std::size_t first = range.begin;
  const std::vector<Timestamp>& times = events.times();
  std::int64_t limit = state_.next_deadline();
  if (plan_.has_local && times[first].ns < limit - plan_.shortest_local) {
    limit = times[first].ns + plan_.shortest_local;
  }
  const std::size_t last = std::min<std::size_t>(range.end, first + most_rows_);
  std::size_t row = first + 1;
  while (row < last && times[row].ns <= limit && times[row].ns >= times[row - 1].ns) {
    ++row;
  }
  return static_cast<std::uint32_t>(row - first);
}

std::optional<Error> Run::rows(const EventBatch& events, std::size_t first, std::uint32_t& count) {
  ArenaScope scope(evaluator_.arena());
  state_.begin_cycle(events.times()[first].ns);
  evaluator_.begin_rows(events, first, count);
  logged_ = true;
  at_deadline_ = false;
  active_.clear();
  spawns_.clear();
  closes_.clear();
  failures_.clear();
  for (const Segment& segment : plan_.segments) {
    run_segment(segment);
  }
  commit();
  count = evaluator_.num_rows();
  state_.cycle += count - 1;
  state_.now = events.times()[first + count - 1].ns;
  state_.had_event = true;
  state_.last_event = state_.now;
  return recorder_.run(evaluator_, {spawns_, closes_, failures_});
}

void Run::run_segment(const Segment& segment) {
  switch (segment.kind) {
    case Segment::Kind::Columns:
      for (const StepPlan& step : segment.steps) {
        if (step.kind == StepPlan::Kind::Spawn) {
          spawn(step.index);
        } else {
          evaluate(step.index);
        }
      }
      return;
    case Segment::Kind::Rows:
      return evaluate_rows(segment);
    case Segment::Kind::Close:
      return close_columns();
  }
}

void Run::mark_active(const ir::Activation& formula, std::uint8_t* marks) {
  const std::uint32_t num_rows = evaluator_.num_rows();
  switch (formula.kind) {
    case ir::Activation::Kind::True:
      std::fill_n(marks, num_rows, std::uint8_t{1});
      return;
    case ir::Activation::Kind::Input:
      std::copy_n(evaluator_.log(formula.input.value).has, num_rows, marks);
      return;
    case ir::Activation::Kind::And:
    case ir::Activation::Kind::Or:
      break;
  }
  const bool conjunction = formula.kind == ir::Activation::Kind::And;
  std::fill_n(marks, num_rows, static_cast<std::uint8_t>(conjunction ? 1 : 0));
  std::uint8_t* part_marks = evaluator_.run_arena().bytes(num_rows);
  for (const ir::Activation& part : formula.parts) {
    mark_active(part, part_marks);
    for (std::uint32_t row = 0; row < num_rows; ++row) {
      marks[row] = static_cast<std::uint8_t>(conjunction ? marks[row] & part_marks[row]
                                                         : marks[row] | part_marks[row]);
    }
  }
}

bool Run::is_active_everywhere(const ir::Activation& formula) {
  const auto everywhere = [&](const ir::Activation& part) { return is_active_everywhere(part); };
  switch (formula.kind) {
    case ir::Activation::Kind::True:
      return true;
    case ir::Activation::Kind::Input:
      return evaluator_.log(formula.input.value).all;
    case ir::Activation::Kind::And:
      return std::ranges::all_of(formula.parts, everywhere);
    case ir::Activation::Kind::Or:
      return std::ranges::any_of(formula.parts, everywhere);
  }
  return false;
}

const Run::ActiveRows& Run::active(const ActivationTest& activation) {
  const ir::Activation& formula = activation.formula();
  for (const ActiveRows& known : active_) {
    if (known.formula == &formula) {
      return known;
    }
  }
  for (const ActiveRows& known : active_) {
    if (*known.formula == formula) {
      ActiveRows same = known;
      same.formula = &formula;
      return active_.emplace_back(same);
    }
  }
  const std::uint32_t num_rows = evaluator_.num_rows();
  if (is_active_everywhere(formula)) {
    return active_.emplace_back(
        ActiveRows{&formula, Selection::all(num_rows), evaluator_.present_rows()});
  }
  std::uint8_t* marks = evaluator_.run_arena().bytes(num_rows);
  mark_active(formula, marks);
  std::uint32_t* rows = evaluator_.run_arena().indices(num_rows);
  std::uint32_t count = 0;
  for (std::uint32_t row = 0; row < num_rows; ++row) {
    rows[count] = row;
    count += marks[row];
  }
  const Selection selection = count == num_rows ? Selection::all(num_rows) : Selection{rows, count};
  return active_.emplace_back(ActiveRows{&formula, selection, marks});
}

void Run::note_failures(std::uint32_t stream, const Frame& frame) {
  if (!recorder_.reports(stream)) {
    return;
  }
  for (const LaneFailure& failure : evaluator_.failures()) {
    const bool has_instance = frame.table != kNone;
    const std::uint32_t slot =
        !has_instance ? kNone : (frame.slots == nullptr ? 0 : frame.slots[failure.lane]);
    failures_.push_back({stream, frame.row_of(failure.lane), slot, failure});
  }
}

void Run::commit() {
  const std::uint32_t last = evaluator_.num_rows() - 1;
  for (std::uint32_t stream = 0; stream < state_.plan.streams.size(); ++stream) {
    if (!evaluator_.log(stream).used) {
      continue;
    }
    for (const std::uint32_t window : state_.plan.streams[stream].windows) {
      evaluator_.feed_window(window, last);
    }
    for (const std::uint32_t fold : state_.plan.streams[stream].folds) {
      evaluator_.finish_fold(fold);
    }
    store(stream);
  }
}

void Run::store(std::uint32_t stream) {
  const RunLog& log = evaluator_.log(stream);
  if (log.stored || !state_.plan.streams[stream].remembered) {
    return;
  }
  Store& target = state_.stores[stream];
  const std::uint32_t num_rows = evaluator_.num_rows();
  if (log.cross) {
    for (std::uint32_t entry = 0; entry < log.num_entries; ++entry) {
      target.push(log.slots[entry], log.columns, entry, evaluator_.cycle(log.entry_rows[entry]));
    }
    return;
  }
  if (log.slots != nullptr) {
    if (log.listed) {
      target.push_rows(log.slots, log.produced, log.columns, evaluator_.cycle(0));
      return;
    }
    for (std::uint32_t row = 0; row < num_rows; ++row) {
      if (log.has[row] != 0) {
        target.push(log.slots[row], log.columns, row, evaluator_.cycle(row));
      }
    }
    return;
  }
  // Only the newest values of a single instance can be read later.
  std::uint32_t total = 0;
  for (std::uint32_t row = 0; row < num_rows; ++row) {
    total += log.has[row];
  }
  std::uint32_t first = num_rows;
  std::uint32_t kept = std::min(total, target.kept());
  for (std::uint32_t left = kept; left > 0;) {
    --first;
    left -= log.has[first];
  }
  if (total > kept) {
    target.skip(0, total - kept);
  }
  for (std::uint32_t row = first; row < num_rows; ++row) {
    if (log.has[row] != 0) {
      target.push(0, log.columns, row, evaluator_.cycle(row));
    }
  }
}

}  // namespace fairmon::engine
