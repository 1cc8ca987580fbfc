#include <vector>

#include "engine/windows/results.hpp"

namespace fairmon::engine {

namespace {

/// For windows of invertible aggregates that are read at global deadlines only, where all instances
/// share the same panes. Every instance has a total that moves with the window: what a pane brought
/// joins it, and leaves it again when the pane does. A pane knows only the instances that had
/// values in it, so the others cost nothing.
class PanedTotals final : public WindowOf<PanedTotals> {
 public:
  explicit PanedTotals(WindowShape shape)
      : shape_(std::move(shape)), format_(shape_.aggregate()), results_(shape_) {
    grow_results(0);
  }

  const Type& result() const override { return shape_.aggregate().result; }
  [[nodiscard]] std::uint32_t result_cells() const noexcept { return shape_.result_cells(); }

  void grow(std::uint32_t num_slots) override {
    if (num_slots <= num_slots_) {
      return;
    }
    num_slots_ = num_slots;
    format_.resize(open_, num_slots);
    format_.resize(totals_, num_slots);
    is_open_.resize(num_slots);
    grow_results(num_slots);
  }

  void feed(std::uint32_t slot, const Cell* value, std::int64_t time, std::uint64_t) override {
    open_pane(shape_.key_of(time));
    open_slot(slot);
    while (!format_->add(state(open_, slot), value, time)) {
      widen();
    }
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
      open_pane(key);
      add_rows(rows);
      rows.from = rows.to;
    }
  }

  void read(std::uint32_t slot, const WindowMoment& moment, Cell* result,
            builtins::Evaluation& evaluation) override {
    if (!shape_.too_early(moment, 0, result)) {
      advance(moment.now);
      results_.read(slot, result, evaluation);
    }
  }

  void read_all(const WindowReads& reads, builtins::Evaluation& evaluation) override {
    if (shape_.too_early(reads.moment)) {
      read_each(reads, evaluation);
      return;
    }
    advance(reads.moment.now);
    results_.read_all(reads);
  }

  /// A table keeps its slots until everything in them has left the windows.
  void clear(std::uint32_t) override {}

  void save(ArchiveWriter& archive) const override {
    format_.save(archive);
    archive(open_key_);
    archive(static_cast<std::uint32_t>(num_panes_ + 1));
    for (std::size_t i = 0; i < num_panes_; ++i) {
      transfer(archive, pane(i));
    }
    transfer(archive, Pane{open_key_, open_slots_, packed_open()});
  }

  void restore(ArchiveReader& archive) override {
    std::uint32_t num_panes = 0;
    const std::uint32_t num_slots = num_slots_;
    *this = PanedTotals(std::move(shape_));
    format_.restore(archive);
    grow(num_slots);
    archive(open_key_);
    archive(num_panes);
    if (num_panes == 0 || archive.failed()) {
      return archive.fail();
    }
    // Totals are not in the archive: they follow from the panes.
    for (std::uint32_t i = 0; i < num_panes && !archive.failed(); ++i) {
      Pane read;
      transfer(archive, read);
      const bool fits =
          read.states.size() == read.slots.size() * format_.width() &&
          std::ranges::all_of(read.slots, [&](std::uint32_t slot) { return slot < num_slots; });
      if (!fits) {
        return archive.fail();
      }
      if (i + 1 < num_panes) {
        add_pane() = std::move(read);
        join_newest();
      } else {
        reopen(read);
      }
    }
  }

  /// Totals are numbers.
  bool mark_symbols(SymbolMarks&) const override { return true; }

  std::size_t memory_bytes() const override {
    std::size_t cells = open_.capacity() + totals_.capacity();
    std::size_t slots = open_slots_.capacity();
    for (const Pane& pane : panes_) {
      cells += pane.states.capacity();
      slots += pane.slots.capacity();
    }
    return cells * sizeof(Cell) + slots * sizeof(std::uint32_t) + is_open_.capacity() +
           panes_.capacity() * sizeof(Pane) + results_.memory_bytes();
  }

 private:
  /// What the slots with values had in a pane, or in a part of one that was read meanwhile.
  struct Pane {
    std::int64_t key = 0;
    std::vector<std::uint32_t> slots;
    std::vector<Cell> states;
  };

  template <class Archive, class SomePane>
  static void transfer(Archive& archive, SomePane&& pane) {
    archive(pane.key);
    archive(pane.slots);
    archive(pane.states);
  }

  [[nodiscard]] Cell* state(std::vector<Cell>& states, std::size_t slot) const noexcept {
    return states.data() + slot * format_.width();
  }
  void grow_results(std::uint32_t num_slots) {
    std::array<Cell, 2> result{};
    builtins::Evaluation evaluation;
    format_->finish(format_.empty(), result.data(), evaluation);
    results_.grow(num_slots, result.data());
  }

  void open_slot(std::uint32_t slot) {
    if (is_open_[slot] == 0) {
      is_open_[slot] = 1;
      open_slots_.push_back(slot);
    }
  }

  /// Rows of one pane.
  void add_rows(builtins::AggregateRows rows) {
    for (std::uint32_t row = rows.from; row < rows.to; ++row) {
      if (rows.has[row] != 0) {
        open_slot(rows.slots == nullptr ? 0 : rows.slots[row]);
        if (rows.slots == nullptr) {
          break;
        }
      }
    }
    for (;;) {
      rows.from = format_->add_rows(open_.data(), rows);
      if (rows.from == rows.to) {
        return;
      }
      widen();
    }
  }

  /// Makes the pane that ends at `key` the one that takes values.
  void open_pane(std::int64_t key) {
    if (key > open_key_) {
      close_pane();
      open_key_ = key;
      // The next deadline is the end of the pane, or later.
      expire(key - shape_.length());
    }
  }

  /// The open pane, or the part of it since the last reading, joins the totals.
  void close_pane() {
    if (open_slots_.empty()) {
      return;
    }
    Pane& closed = add_pane();
    closed.key = open_key_;
    closed.slots.assign(open_slots_.begin(), open_slots_.end());
    closed.states.resize(closed.slots.size() * format_.width());
    pack_open(closed.states);
    for (const std::uint32_t slot : open_slots_) {
      format_.set_empty(state(open_, slot));
      is_open_[slot] = 0;
    }
    open_slots_.clear();
    join_newest();
  }

  void pack_open(std::vector<Cell>& packed) const {
    const std::size_t width = format_.width();
    for (std::size_t i = 0; i < open_slots_.size(); ++i) {
      std::copy_n(open_.data() + open_slots_[i] * width, width, packed.data() + i * width);
    }
  }
  [[nodiscard]] std::vector<Cell> packed_open() const {
    std::vector<Cell> packed(open_slots_.size() * format_.width());
    pack_open(packed);
    return packed;
  }
  void reopen(const Pane& packed) {
    for (std::size_t i = 0; i < packed.slots.size(); ++i) {
      open_slot(packed.slots[i]);
      std::copy_n(packed.states.data() + i * format_.width(), format_.width(),
                  state(open_, packed.slots[i]));
    }
  }

  void join_newest() {
    Pane& newest = pane(num_panes_ - 1);
    apply(newest, [this](std::span<const std::uint32_t> slots, const Cell* parts) {
      return format_->merge_slots(totals_.data(), slots, parts);
    });
  }

  void expire(std::int64_t limit) {
    while (num_panes_ > 0 && pane(0).key <= limit) {
      Pane& oldest = pane(0);
      apply(oldest, [this](std::span<const std::uint32_t> slots, const Cell* parts) {
        return format_->unmerge_slots(totals_.data(), slots, parts);
      });
      first_ = (first_ + 1) & (panes_.size() - 1);
      --num_panes_;
    }
  }

  template <class Change>
  void apply(Pane& part, Change&& change) {
    const std::span<const std::uint32_t> slots = part.slots;
    std::size_t done = 0;
    for (;;) {
      done += change(slots.subspan(done), part.states.data() + done * format_.width());
      if (done == slots.size()) {
        break;
      }
      widen();
    }
    results_.touch(slots);
  }

  void advance(std::int64_t now) {
    close_pane();
    expire(now - shape_.length());
    results_.renew(
        [this](std::span<const std::uint32_t> slots, const builtins::AggregateResults& results) {
          return format_->finish_slots(totals_.data(), slots, results);
        });
  }

  void widen() {
    const std::uint32_t width = format_.width();
    format_.widen();
    format_.convert(open_, width);
    format_.convert(totals_, width);
    for (std::size_t i = 0; i < num_panes_; ++i) {
      format_.convert(pane(i).states, width);
    }
  }

  /// The `i`-th of the closed panes, oldest first.
  [[nodiscard]] Pane& pane(std::size_t i) noexcept {
    return panes_[(first_ + i) & (panes_.size() - 1)];
  }
  [[nodiscard]] const Pane& pane(std::size_t i) const noexcept {
    return panes_[(first_ + i) & (panes_.size() - 1)];
  }
  Pane& add_pane() {
    if (num_panes_ == panes_.size()) {
      std::rotate(panes_.begin(), panes_.begin() + static_cast<std::ptrdiff_t>(first_),
                  panes_.end());
      first_ = 0;
      panes_.resize(panes_.empty() ? 2 : panes_.size() * 2);
    }
    return pane(num_panes_++);
  }

  WindowShape shape_;
  StateFormat format_;
  Results results_;
  std::uint32_t num_slots_ = 0;
  std::vector<Cell> totals_;  ///< by slot: of all closed panes
  std::vector<Cell> open_;    ///< by slot: of the open pane
  std::vector<std::uint8_t> is_open_;
  std::vector<std::uint32_t> open_slots_;  ///< with values in the open pane
  std::int64_t open_key_ = 0;
  std::vector<Pane> panes_;  ///< a ring; its size is a power of two
  std::size_t first_ = 0;
  std::size_t num_panes_ = 0;
};

}  // namespace

std::unique_ptr<Window> make_paned_totals(WindowShape shape) {
  return std::make_unique<PanedTotals>(std::move(shape));
}

}  // namespace fairmon::engine
