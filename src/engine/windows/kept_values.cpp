#include <algorithm>
#include <vector>

#include "engine/columns/accumulator.hpp"
#include "engine/windows/window.hpp"

namespace fairmon::engine {

namespace {

/// All values of the window, oldest first and side by side: for aggregates that need them all, and
/// for readers that see only what was produced since their own spawn, each of which has another
/// beginning, so that nothing can be computed ahead.
class KeptValues final : public WindowOf<KeptValues> {
 public:
  KeptValues(WindowShape shape, bool since_spawn)
      : shape_(std::move(shape)),
        since_spawn_(since_spawn),
        room_(Accumulator::room(shape_.aggregate())) {}

  const Type& result() const override { return shape_.aggregate().result; }
  [[nodiscard]] std::uint32_t result_cells() const noexcept { return shape_.result_cells(); }

  void grow(std::uint32_t num_slots) override {
    if (num_slots > queues_.size()) {
      queues_.resize(num_slots);
    }
  }

  void feed(std::uint32_t slot, const Cell* value, std::int64_t time,
            std::uint64_t cycle) override {
    Queue& queue = queues_[slot];
    ++queue.received;
    const std::int64_t key = shape_.discrete() ? static_cast<std::int64_t>(queue.received) : time;
    evict(queue, key - shape_.length());
    queue.keys.push_back(key);
    if (since_spawn_) {
      queue.cycles.push_back(cycle);
    }
    queue.values.insert(queue.values.end(), value, value + shape_.value_cells());
  }

  void read(std::uint32_t slot, const WindowMoment& moment, Cell* result,
            builtins::Evaluation& evaluation) override {
    static const Queue kEmpty;
    const builtins::BoundAggregate& aggregate = shape_.aggregate();
    if (slot != kNone && !shape_.discrete()) {
      evict(queues_[slot], moment.now - shape_.length());
    }
    const Queue& queue = slot == kNone ? kEmpty : queues_[slot];
    if (shape_.too_early(moment, queue.received, result)) {
      return;
    }
    Cell* target = shape_.open_result(result);
    const std::size_t first = first_seen(queue, moment.first_cycle);
    if (aggregate.algebra == builtins::Algebra::Holistic) {
      const auto values = std::span<const Cell>(queue.values).subspan(first * shape_.value_cells());
      aggregate.finish_values(values, aggregate.argument, target, evaluation);
      return;
    }
    Accumulator state(aggregate, room_.data());
    for (std::size_t i = first; i < queue.keys.size(); ++i) {
      state.add(queue.values.data() + i * shape_.value_cells(), queue.keys[i]);
    }
    state.finish(target, evaluation);
  }

  void clear(std::uint32_t slot) override {
    if (slot < queues_.size()) {
      queues_[slot] = Queue();
    }
  }

  void save(ArchiveWriter& archive) const override {
    archive(static_cast<std::uint32_t>(queues_.size()));
    for (const Queue& queue : queues_) {
      transfer(archive, queue);
    }
  }

  void restore(ArchiveReader& archive) override {
    std::uint32_t slots = 0;
    archive(slots);
    if (slots != queues_.size()) {
      return archive.fail();
    }
    for (Queue& queue : queues_) {
      transfer(archive, queue);
      const std::size_t size = queue.keys.size();
      if (queue.head > size || queue.values.size() != size * shape_.value_cells() ||
          queue.cycles.size() != (since_spawn_ ? size : 0)) {
        return archive.fail();
      }
    }
  }

  bool mark_symbols(SymbolMarks& alive) const override {
    for (const Queue& queue : queues_) {
      for (const Cell cell : queue.values) {
        alive.add(cell);
      }
    }
    return true;
  }

  std::size_t memory_bytes() const override {
    std::size_t total = queues_.capacity() * sizeof(Queue);
    for (const Queue& queue : queues_) {
      total += (queue.keys.capacity() + queue.cycles.capacity() + queue.values.capacity()) * 8;
    }
    return total;
  }

 private:
  struct Queue {
    std::vector<std::int64_t> keys;     ///< times, or numbers of values
    std::vector<std::uint64_t> cycles;  ///< if it matters when a reader spawned
    std::vector<Cell> values;
    std::size_t head = 0;
    std::uint64_t received = 0;
  };

  template <class Archive, class SomeQueue>
  static void transfer(Archive& archive, SomeQueue& queue) {
    archive(queue.keys);
    archive(queue.cycles);
    archive(queue.values);
    archive(queue.head);
    archive(queue.received);
  }

  [[nodiscard]] std::size_t first_seen(const Queue& queue, std::uint64_t first_cycle) const {
    if (!since_spawn_) {
      return queue.head;
    }
    const auto first =
        std::lower_bound(queue.cycles.begin() + static_cast<std::ptrdiff_t>(queue.head),
                         queue.cycles.end(), first_cycle);
    return static_cast<std::size_t>(first - queue.cycles.begin());
  }

  void evict(Queue& queue, std::int64_t limit) {
    while (queue.head < queue.keys.size() && queue.keys[queue.head] <= limit) {
      ++queue.head;
    }
    // Moving the rest to the front only when it is the smaller part keeps the cost constant.
    if (queue.head > 0 && queue.head * 2 >= queue.keys.size()) {
      const auto gone = static_cast<std::ptrdiff_t>(queue.head);
      queue.keys.erase(queue.keys.begin(), queue.keys.begin() + gone);
      if (since_spawn_) {
        queue.cycles.erase(queue.cycles.begin(), queue.cycles.begin() + gone);
      }
      queue.values.erase(queue.values.begin(),
                         queue.values.begin() + gone * std::ptrdiff_t{shape_.value_cells()});
      queue.head = 0;
    }
  }

  WindowShape shape_;
  bool since_spawn_;
  std::vector<Cell> room_;  ///< for the state while reading
  std::vector<Queue> queues_;
};

}  // namespace

std::unique_ptr<Window> make_kept_values(WindowShape shape, bool since_spawn) {
  return std::make_unique<KeptValues>(std::move(shape), since_spawn);
}

}  // namespace fairmon::engine
