#include <vector>

#include "engine/windows/results.hpp"

namespace fairmon::engine {

namespace {

/// For the smallest, the largest or the newest value of a time window. One queue holds the values
/// of all slots in the order they came (the best of each pane, where there are panes). Of one slot
/// only those are linked that nothing newer and at least as good follows: they can still become the
/// result, and the oldest of them is the result now.
class ChosenValues final : public WindowOf<ChosenValues> {
 public:
  /// Without a ranking newer values are better.
  ChosenValues(WindowShape shape, std::optional<Ranking> ranking)
      : shape_(std::move(shape)), ranking_(ranking), results_(shape_) {
    results_.grow(0, kAbsent.data());
  }

  const Type& result() const override { return shape_.aggregate().result; }
  [[nodiscard]] std::uint32_t result_cells() const noexcept { return shape_.result_cells(); }

  void grow(std::uint32_t num_slots) override {
    if (num_slots > chains_.size()) {
      chains_.resize(num_slots);
      open_.resize(paned() ? num_slots : 0);
      results_.grow(num_slots, kAbsent.data());
    }
  }

  void feed(std::uint32_t slot, const Cell* value, std::int64_t time, std::uint64_t) override {
    const std::uint64_t rank = ranking_ ? ranking_->rank(*value) : *value;
    open_pane(shape_.key_of(time));
    if (!paned()) {
      append(chains_[slot], slot, open_key_, rank);
      return;
    }
    // Within a pane the best value is enough.
    OpenValue& open = open_[slot];
    if (open.present == 0) {
      open_slots_.push_back(slot);
    }
    open.rank = open.present == 0 || better(rank, open.rank) ? rank : open.rank;
    open.present = 1;
  }

  void read(std::uint32_t slot, const WindowMoment& moment, Cell* result,
            builtins::Evaluation& evaluation) override {
    if (shape_.too_early(moment, 0, result)) {
      return;
    }
    advance(moment.now);
    results_.read(slot, result, evaluation);
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

  /// As if the open pane had been closed, so that equal windows have equal bytes.
  void save(ArchiveWriter& archive) const override {
    archive(open_key_);
    archive(living());
  }

  void restore(ArchiveReader& archive) override {
    const auto num_slots = static_cast<std::uint32_t>(chains_.size());
    std::vector<Saved> living;
    *this = ChosenValues(std::move(shape_), ranking_);
    grow(num_slots);
    archive(open_key_);
    archive(living);
    for (const Saved& value : living) {
      if (value.slot >= num_slots) {
        return archive.fail();
      }
      append(chains_[value.slot], static_cast<std::uint32_t>(value.slot), value.key, value.rank);
    }
  }

  bool mark_symbols(SymbolMarks& alive) const override {
    if (!ranking_) {
      for (const Saved& value : living()) {
        alive.add(value.rank);
      }
    }
    return true;
  }

  std::size_t memory_bytes() const override {
    return ring_.capacity() * sizeof(Entry) + open_.capacity() * sizeof(OpenValue) +
           open_slots_.capacity() * sizeof(std::uint32_t) + chains_.capacity() * sizeof(Chain) +
           results_.memory_bytes();
  }

 private:
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};
  static constexpr std::array<Cell, 2> kAbsent = {0, 0};

  struct Entry {
    std::int64_t key;
    std::uint64_t rank;
    std::uint64_t previous;  ///< of the same slot, kNothing or gone if it is the first
    std::uint64_t next;
    std::uint32_t slot;
    bool linked;
  };
  struct Saved {
    std::int64_t key;
    std::uint64_t rank;
    std::uint64_t slot;
  };
  struct OpenValue {
    std::uint64_t rank = 0;
    std::uint64_t present = 0;
  };
  struct Chain {
    std::uint64_t first = kNothing;
    std::uint64_t last = kNothing;
  };

  [[nodiscard]] bool paned() const noexcept { return shape_.pane() > 1; }

  /// What a reading may still choose.
  [[nodiscard]] std::vector<Saved> living() const {
    std::vector<Saved> values;
    for (std::uint64_t at = head_; at < tail_; ++at) {
      const Entry& value = ring_[at & (ring_.size() - 1)];
      const OpenValue open = value.slot < open_.size() ? open_[value.slot] : OpenValue();
      if (value.linked && (open.present == 0 || !better(open.rank, value.rank))) {
        values.push_back({value.key, value.rank, value.slot});
      }
    }
    for (const std::uint32_t slot : open_slots_) {
      values.push_back({open_key_, open_[slot].rank, slot});
    }
    return values;
  }

  void open_pane(std::int64_t key) {
    if (key > open_key_) {
      close_pane();
      open_key_ = key;
      expire(key - shape_.length());
    }
  }

  /// What the open pane has, or had since the last reading, goes into the queue.
  void close_pane() {
    for (const std::uint32_t slot : open_slots_) {
      open_[slot].present = 0;
      append(chains_[slot], slot, open_key_, open_[slot].rank);
    }
    open_slots_.clear();
  }
  [[nodiscard]] bool better(std::uint64_t rank, std::uint64_t than) const noexcept {
    return !ranking_ || rank >= than;
  }
  [[nodiscard]] Entry& entry(std::uint64_t at) noexcept { return ring_[at & (ring_.size() - 1)]; }

  void append(Chain& chain, std::uint32_t slot, std::int64_t key, std::uint64_t rank) {
    if (tail_ - head_ == ring_.size()) {
      enlarge();
    }
    const std::uint64_t at = tail_++;
    const bool alone = chain.first == kNothing;
    entry(at) = {key, rank, alone ? kNothing : chain.last, kNothing, slot, true};
    if (alone) {
      chain = {at, at};
      results_.touch(slot);
      return;
    }
    entry(chain.last).next = at;
    chain.last = at;
    unlink_worse(chain, slot);
  }

  /// Takes the values before the last one out of the chain that are no better.
  void unlink_worse(Chain& chain, std::uint32_t slot) {
    Entry& last = entry(chain.last);
    std::uint64_t before = last.previous;
    while (chain.first != chain.last && better(last.rank, entry(before).rank)) {
      Entry& worse = entry(before);
      worse.linked = false;
      if (chain.first == before) {
        chain.first = chain.last;
        break;
      }
      before = worse.previous;
    }
    if (chain.first == chain.last) {
      last.previous = kNothing;
      results_.touch(slot);
      return;
    }
    last.previous = before;
    entry(before).next = chain.last;
  }

  void expire(std::int64_t limit) {
    while (head_ < tail_ && entry(head_).key <= limit) {
      const Entry& oldest = entry(head_);
      if (oldest.linked) {
        Chain& chain = chains_[oldest.slot];
        chain.first = oldest.next;
        chain.last = oldest.next == kNothing ? kNothing : chain.last;
        results_.touch(oldest.slot);
      }
      ++head_;
    }
  }

  void advance(std::int64_t now) {
    close_pane();
    expire(now - shape_.length());
    results_.renew(
        [this](std::span<const std::uint32_t> slots, const builtins::AggregateResults& results) {
          for (const std::uint32_t slot : slots) {
            const std::uint64_t first = chains_[slot].first;
            const std::uint64_t rank = first == kNothing ? 0 : entry(first).rank;
            results.columns[0][slot] = cell_of(first != kNothing);
            results.columns[1][slot] =
                first == kNothing ? 0 : (ranking_ ? ranking_->value_of(rank) : rank);
          }
          return false;
        });
  }

  void enlarge() {
    std::vector<Entry> larger(ring_.empty() ? 16 : ring_.size() * 2);
    for (std::uint64_t at = head_; at < tail_; ++at) {
      larger[at & (larger.size() - 1)] = entry(at);
    }
    ring_ = std::move(larger);
  }

  WindowShape shape_;
  std::optional<Ranking> ranking_;
  Results results_;
  std::vector<Chain> chains_;    ///< by slot
  std::vector<Entry> ring_;      ///< its size is a power of two
  std::uint64_t head_ = 0;       ///< number of the oldest entry
  std::uint64_t tail_ = 0;       ///< number of the next one
  std::int64_t open_key_ = 0;    ///< end of the open pane, or time of the newest value
  std::vector<OpenValue> open_;  ///< by slot: the best of the open pane
  std::vector<std::uint32_t> open_slots_;
};

}  // namespace

std::unique_ptr<Window> make_chosen_values(WindowShape shape, std::optional<Ranking> ranking) {
  return std::make_unique<ChosenValues>(std::move(shape), ranking);
}

}  // namespace fairmon::engine
