#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "builtins/catalogue.hpp"
#include "engine/columns/archive.hpp"
#include "engine/columns/ranking.hpp"
#include "engine/columns/selection.hpp"
#include "engine/runs/run_log.hpp"
#include "ir/program.hpp"

namespace fairmon::engine {

/// When a window is read, and from when on the reader may see values.
struct WindowMoment {
  std::int64_t now = 0;
  std::int64_t start = 0;         ///< beginning of the window: of the run, or the reader's spawn
  std::uint64_t first_cycle = 0;  ///< values of earlier cycles are not seen (CallerSpawn)
};

/// What a stream produced in some rows of a run.
struct WindowFeed {
  const RunLog* log = nullptr;
  std::uint32_t from_row = 0;
  std::uint32_t to_row = 0;  ///< exclusive
  const Timestamp* times = nullptr;
  std::uint64_t first_cycle = 0;  ///< of row 0
  std::uint32_t num_cells = 1;
  Cell* scratch = nullptr;  ///< room for one value
};

/// Lanes that read a window at one moment.
struct WindowReads {
  const std::uint32_t* slots = nullptr;  ///< by lane; kNone reads as a window without values
  Selection lanes;
  WindowMoment moment;
  Cell* const* columns = nullptr;  ///< one per cell of the result, by lane
  std::vector<builtins::ColumnCall::FailedRow>* failed = nullptr;
};

/// One window of the program: a state for every instance of its target, by slot. Time never goes
/// back: neither from one reading to the next nor from a reading to what is fed after it.
class Window {
 public:
  virtual ~Window() = default;

  /// Type of the aggregate's result, for messages.
  [[nodiscard]] virtual const Type& result() const = 0;
  /// Room for slots 0 … num_slots−1.
  virtual void grow(std::uint32_t num_slots) = 0;
  virtual void feed(std::uint32_t slot, const Cell* value, std::int64_t time,
                    std::uint64_t cycle) = 0;
  virtual void feed_all(const WindowFeed& feed) = 0;
  /// Writes the result; a slot of kNone reads as a window without values.
  virtual void read(std::uint32_t slot, const WindowMoment& moment, Cell* result,
                    builtins::Evaluation& evaluation) = 0;
  /// `read` for many lanes.
  virtual void read_all(const WindowReads& reads, builtins::Evaluation& evaluation) = 0;
  /// The slot will serve another instance, or its window starts anew.
  virtual void clear(std::uint32_t slot) = 0;

  virtual void save(ArchiveWriter& archive) const = 0;
  /// After `grow`: slots are those of the restored table.
  virtual void restore(ArchiveReader& archive) = 0;
  /// Marks whatever could be a text in the states; asked only if the target's values hold texts.
  /// False: the window cannot tell.
  [[nodiscard]] virtual bool mark_symbols(SymbolMarks&) const { return false; }
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
};

/// Feeds and reads many values without a virtual call for each.
template <class Self>
class WindowOf : public Window {
 public:
  void feed_all(const WindowFeed& feed) override { feed_each(feed); }
  void read_all(const WindowReads& reads, builtins::Evaluation& evaluation) override {
    read_each(reads, evaluation);
  }

 private:
  friend Self;  // nobody else makes one: `Self` must be the class that derives from it
  WindowOf() = default;

  void read_each(const WindowReads& reads, builtins::Evaluation& evaluation) {
    Self& self = static_cast<Self&>(*this);
    std::vector<Cell>& result = result_of_one_;
    const std::uint32_t num_cells = self.result_cells();
    result.resize(num_cells);
    for_each(reads.lanes, [&](std::uint32_t lane) {
      self.Self::read(reads.slots[lane], reads.moment, result.data(), evaluation);
      for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
        reads.columns[cell][lane] = result[cell];
      }
      if (evaluation.failure != builtins::Failure::None) {
        reads.failed->push_back(
            {lane, evaluation.failure, evaluation.offender, evaluation.culprit});
        evaluation.failure = builtins::Failure::None;
      }
    });
  }

  std::vector<Cell> result_of_one_;

  void feed_each(const WindowFeed& feed) {
    Self& self = static_cast<Self&>(*this);
    const Cell* const* columns = feed.log->columns;
    feed.log->for_values(feed.from_row, feed.to_row,
                         [&](std::uint32_t value, std::uint32_t slot, std::uint32_t row) {
                           const Cell* cells = feed.scratch;
                           if (feed.num_cells == 1) {
                             cells = columns[0] + value;
                           } else {
                             for (std::uint32_t cell = 0; cell < feed.num_cells; ++cell) {
                               feed.scratch[cell] = columns[cell][value];
                             }
                           }
                           self.Self::feed(slot, cells, feed.times[row].ns, feed.first_cycle + row);
                         });
  }
};

/// What all windows with an aggregate share: how a result is wrapped, and where a stretch begins.
class WindowShape {
 public:
  explicit WindowShape(const ir::Window& window, const Type& value_type);

  [[nodiscard]] const Type& value_type() const noexcept { return aggregate_.input; }

  const builtins::BoundAggregate& aggregate() const noexcept { return aggregate_; }
  [[nodiscard]] bool discrete() const noexcept { return discrete_; }
  /// Nanoseconds, or number of values if discrete.
  [[nodiscard]] std::int64_t length() const noexcept { return length_; }
  [[nodiscard]] std::uint32_t value_cells() const noexcept { return value_cells_; }
  /// Length of a pane; at most 1: every time is a pane of its own.
  [[nodiscard]] std::int64_t pane() const noexcept { return pane_; }

  /// Values with equal keys leave the window together: the end of their pane, or their own time.
  [[nodiscard]] std::int64_t key_of(std::int64_t time) noexcept {
    if (pane_ <= 1) {
      return time;
    }
    if (time <= pane_end_ - pane_ || time > pane_end_) {
      pane_end_ = (time + pane_ - 1) / pane_ * pane_;
    }
    return pane_end_;
  }
  /// True while an exact window over a time is not yet full.
  [[nodiscard]] bool too_early(const WindowMoment& moment) const noexcept {
    return exact_ && !discrete_ && moment.now - moment.start < length_;
  }
  /// True (and an absent result) while an exact window is not yet full.
  [[nodiscard]] bool too_early(const WindowMoment& moment, std::uint64_t received,
                               Cell* result) const noexcept;
  /// Where `finish` has to write inside `result`; sets the mark of an added optional.
  [[nodiscard]] Cell* open_result(Cell* result) const noexcept;
  /// Cells of the window's result, and whether the first only marks it as present.
  [[nodiscard]] std::uint32_t result_cells() const noexcept { return result_cells_; }
  [[nodiscard]] bool wrapped() const noexcept { return wrapped_; }

 private:
  builtins::BoundAggregate aggregate_;
  std::int64_t length_ = 0;
  std::int64_t pane_ = 0;
  std::int64_t pane_end_ = 0;
  std::uint32_t value_cells_ = 0;
  std::uint32_t result_cells_ = 0;
  bool discrete_ = false;
  bool exact_ = false;
  bool wrapped_ = false;  ///< the result has one optional more than the aggregate's
};

/// The algorithm for a window, chosen by its kind, its panes and the algebra of its aggregate.
[[nodiscard]] std::unique_ptr<Window> make_window(const ir::Window& window,
                                                  const ir::Stream& target);

std::unique_ptr<Window> make_paned_totals(WindowShape shape);
std::unique_ptr<Window> make_logged_totals(WindowShape shape);
std::unique_ptr<Window> make_logged_order(WindowShape shape);
std::unique_ptr<Window> make_chosen_values(WindowShape shape, std::optional<Ranking> ranking);
std::unique_ptr<Window> make_two_stacks(WindowShape shape);
/// `since_spawn`: each reader sees what came from its own spawn on.
std::unique_ptr<Window> make_kept_values(WindowShape shape, bool since_spawn);
std::unique_ptr<Window> make_occurrence(const ir::Window& window);

}  // namespace fairmon::engine
