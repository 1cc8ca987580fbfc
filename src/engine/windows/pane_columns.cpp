#include <algorithm>
#include <vector>

#include "engine/windows/window.hpp"

namespace fairmon::engine {

namespace {

/// For windows that are read at global deadlines only, where all instances share the same panes: a
/// column of states per pane, by slot. The complete panes are two stacks of columns: an older pane
/// holds the aggregate from it to the end of the older part, the newer ones are plain, and their
/// total is kept. Whole columns are merged at a time, and a value costs one access to its state.
class PaneColumns final : public WindowOf<PaneColumns> {
 public:
  PaneColumns(WindowShape shape, std::uint32_t num_panes)
      : shape_(std::move(shape)),
        width_(shape_.aggregate().state_cells),
        panes_(num_panes),
        empty_(width_) {
    shape_.aggregate().start(empty_.data());
    zero_ = std::ranges::all_of(empty_, [](Cell cell) { return cell == 0; });
  }

  const Type& result() const override { return shape_.aggregate().result; }

  void grow(std::uint32_t num_slots) override {
    if (num_slots <= num_slots_) {
      return;
    }
    num_slots_ = num_slots;
    if (num_slots > capacity_) {
      capacity_ = std::max(num_slots, capacity_ * 2);
      for (Column& pane : panes_) {
        lengthen(pane);
      }
      lengthen(newer_);
      lengthen(answer_);
      lived_.resize(capacity_);
    }
    answered_ = false;
  }

  void feed(std::uint32_t slot, const Cell* value, std::int64_t time, std::uint64_t) override {
    open(shape_.key_of(time));
    shape_.aggregate().add(state(pane(size_), slot), value, time);
  }

  void feed_all(const WindowFeed& feed) override {
    if (feed.log->cross || feed.num_cells != 1) {
      feed_each(feed);
      return;
    }
    if (num_slots_ == 0) {
      return;  // nobody lives yet, so there are no values
    }
    builtins::AggregateRows rows{feed.log->columns[0], feed.log->has, feed.log->slots,
                                 feed.times,           feed.from_row, feed.from_row};
    while (rows.from < feed.to_row) {
      const std::int64_t key = shape_.key_of(feed.times[rows.from].ns);
      while (rows.to < feed.to_row && feed.times[rows.to].ns <= key) {
        ++rows.to;
      }
      open(key);
      shape_.aggregate().add_rows(pane(size_).data(), rows);
      rows.from = rows.to;
    }
  }

  void read(std::uint32_t slot, const WindowMoment& moment, Cell* result,
            builtins::Evaluation& evaluation) override {
    if (shape_.too_early(moment, 0, result)) {
      return;
    }
    if (!answered_ || answered_at_ != moment.now) {
      answer(moment.now);
    }
    const Cell* found = slot == kNone ? empty_.data() : state(answer_, slot);
    shape_.aggregate().finish(found, shape_.open_result(result), evaluation);
  }

  void clear(std::uint32_t slot) override {
    if (slot >= num_slots_ || lived_[slot] == 0) {
      // Nothing has been there before the first life.
      if (slot < num_slots_) {
        lived_[slot] = 1;
      }
      return;
    }
    for (Column& pane : panes_) {
      std::copy_n(empty_.data(), width_, state(pane, slot));
    }
    std::copy_n(empty_.data(), width_, state(newer_, slot));
    answered_ = false;
  }

  void save(ArchiveWriter& archive) const override {
    // Writing does not change anything; one function for both ways needs the cast.
    const_cast<PaneColumns*>(this)->transfer(archive);
  }
  void restore(ArchiveReader& archive) override {
    transfer(archive);
    capacity_ = static_cast<std::uint32_t>(lived_.size());
    num_slots_ = std::min(num_slots_, capacity_);
    for (Column& pane : panes_) {
      lengthen(pane);
    }
    lengthen(newer_);
    lengthen(answer_);
    size_ = std::min<std::uint64_t>(size_, panes_.size() - 1);
    older_ = std::min(older_, size_);
    first_ %= panes_.size();
    answered_ = false;
  }

  std::size_t memory_bytes() const override {
    return (panes_.size() + 2) * std::size_t{capacity_} * width_ * sizeof(Cell) + capacity_;
  }

 private:
  using Column = std::vector<Cell>;

  template <class Archive>
  void transfer(Archive& archive) {
    for (Column& pane : panes_) {
      archive(pane);
    }
    archive(newer_);
    archive(lived_);
    archive(num_slots_);
    archive(first_);
    archive(size_);
    archive(older_);
    archive(open_key_);
  }

  [[nodiscard]] Cell* state(Column& column, std::uint32_t slot) const noexcept {
    return column.data() + std::size_t{slot} * width_;
  }
  /// The `i`-th complete pane, oldest first; the one after the last is open.
  [[nodiscard]] Column& pane(std::size_t i) noexcept {
    const std::size_t at = first_ + i;
    return panes_[at < panes_.size() ? at : at - panes_.size()];
  }
  void lengthen(Column& column) {
    const std::size_t before = column.size();
    column.resize(std::size_t{capacity_} * width_);
    fill_empty(column, before);
  }
  void fill_empty(Column& column, std::size_t from = 0) {
    if (zero_) {
      std::fill(column.begin() + static_cast<std::ptrdiff_t>(std::min(from, column.size())),
                column.end(), Cell{0});
      return;
    }
    for (std::size_t at = from; at < column.size(); at += width_) {
      std::copy_n(empty_.data(), width_, column.data() + at);
    }
  }
  void merge(Column& earlier, const Column& later) {
    shape_.aggregate().merge_all(earlier.data(), later.data(), num_slots_);
  }

  /// Makes the pane that ends at `key` the open one.
  void open(std::int64_t key) {
    answered_ = false;
    if (key <= open_key_) {
      return;
    }
    const std::int64_t steps = (key - open_key_) / shape_.pane();
    open_key_ = key;
    if (steps >= static_cast<std::int64_t>(panes_.size())) {
      forget_all();
      return;
    }
    for (std::int64_t i = 0; i < steps; ++i) {
      complete();
    }
  }

  /// The open pane joins the newer part; the pane after it opens, and the oldest leaves to make
  /// room for it.
  void complete() {
    if (size_ == older_) {
      newer_ = pane(size_);
    } else {
      merge(newer_, pane(size_));
    }
    ++size_;
    if (size_ == panes_.size()) {
      drop_oldest();
    }
    fill_empty(pane(size_));
  }

  void drop_oldest() {
    first_ = first_ + 1 == panes_.size() ? 0 : first_ + 1;
    --size_;
    if (older_ > 0) {
      --older_;
      return;
    }
    // Everything newer becomes the older part.
    for (std::size_t i = size_; i-- > 1;) {
      merge(pane(i - 1), pane(i));
    }
    older_ = size_;
  }

  void forget_all() {
    for (Column& column : panes_) {
      fill_empty(column);
    }
    fill_empty(newer_);
    size_ = older_ = 0;
  }

  /// The aggregate of every slot over the panes that end after `now` − length.
  void answer(std::int64_t now) {
    open(shape_.key_of(now));
    if (older_ > 0) {
      std::copy_n(pane(0).data(), std::size_t{num_slots_} * width_, answer_.data());
      if (size_ > older_) {
        merge(answer_, newer_);
      }
      merge(answer_, pane(size_));
    } else if (size_ > 0) {
      std::copy_n(newer_.data(), std::size_t{num_slots_} * width_, answer_.data());
      merge(answer_, pane(size_));
    } else {
      std::copy_n(pane(size_).data(), std::size_t{num_slots_} * width_, answer_.data());
    }
    answered_ = true;
    answered_at_ = now;
  }

  WindowShape shape_;
  std::uint32_t width_;
  std::vector<Column> panes_;        ///< a ring
  Column newer_;                     ///< total of the newer part; meaningless while that is empty
  Column answer_;                    ///< by slot, as of `answered_at_`
  std::vector<Cell> empty_;          ///< a state without values
  bool zero_ = false;                ///< that state is all zeros
  std::vector<std::uint8_t> lived_;  ///< by slot: an instance has had it
  std::uint32_t num_slots_ = 0;
  std::uint32_t capacity_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t size_ = 0;   ///< complete panes
  std::uint64_t older_ = 0;  ///< of these
  std::int64_t open_key_ = 0;
  std::int64_t answered_at_ = 0;
  bool answered_ = false;
};

}  // namespace

std::unique_ptr<Window> make_pane_columns(WindowShape shape, std::uint32_t num_panes) {
  return std::make_unique<PaneColumns>(std::move(shape), num_panes);
}

}  // namespace fairmon::engine
