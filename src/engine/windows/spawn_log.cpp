#include <algorithm>
#include <vector>

#include "engine/columns/accumulator.hpp"
#include "engine/windows/window.hpp"

namespace fairmon::engine {

namespace {

/// For readers that see only what was produced since their own spawn: the values with their times
/// and cycles, aggregated when read. Every reader has another beginning, so nothing is kept ahead.
class SpawnLog final : public WindowOf<SpawnLog> {
 public:
  explicit SpawnLog(WindowShape shape)
      : shape_(std::move(shape)), room_(Accumulator::room(shape_.aggregate())) {}

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
    evict(queue, time - shape_.length());
    queue.stamps.push_back({time, cycle});
    queue.values.insert(queue.values.end(), value, value + shape_.value_cells());
  }

  void read(std::uint32_t slot, const WindowMoment& moment, Cell* result,
            builtins::Evaluation& evaluation) override {
    if (shape_.too_early(moment, 0, result)) {
      return;
    }
    Cell* target = shape_.open_result(result);
    const builtins::BoundAggregate& aggregate = shape_.aggregate();
    const bool holistic = aggregate.algebra == builtins::Algebra::Holistic;
    Accumulator state(aggregate, room_.data());
    std::span<const Cell> values;
    if (slot != kNone) {
      Queue& queue = queues_[slot];
      const std::int64_t limit = moment.now - shape_.length();
      evict(queue, limit);
      const auto first =
          std::partition_point(queue.stamps.begin() + static_cast<std::ptrdiff_t>(queue.head),
                               queue.stamps.end(), [&](const Stamp& stamp) {
                                 return stamp.time <= limit || stamp.cycle < moment.first_cycle;
                               });
      const auto index = static_cast<std::size_t>(first - queue.stamps.begin());
      values = std::span<const Cell>(queue.values).subspan(index * shape_.value_cells());
      for (std::size_t i = index; i < queue.stamps.size() && !holistic; ++i) {
        state.add(queue.values.data() + i * shape_.value_cells(), queue.stamps[i].time);
      }
    }
    if (holistic) {
      aggregate.finish_values(values, aggregate.argument, target, evaluation);
    } else {
      state.finish(target, evaluation);
    }
  }

  void clear(std::uint32_t slot) override {
    if (slot < queues_.size()) {
      queues_[slot].stamps.clear();
      queues_[slot].values.clear();
      queues_[slot].head = 0;
    }
  }

  void save(ArchiveWriter& archive) const override {
    archive(static_cast<std::uint32_t>(queues_.size()));
    for (const Queue& queue : queues_) {
      archive(queue.stamps);
      archive(queue.values);
      archive(queue.head);
    }
  }

  void restore(ArchiveReader& archive) override {
    std::uint32_t slots = 0;
    archive(slots);
    if (slots != queues_.size()) {
      return archive.fail();
    }
    queues_.clear();
    for (std::uint32_t slot = 0; slot < slots && !archive.failed(); ++slot) {
      Queue& queue = queues_.emplace_back();
      archive(queue.stamps);
      archive(queue.values);
      archive(queue.head);
      if (queue.head > queue.stamps.size() ||
          queue.values.size() != queue.stamps.size() * shape_.value_cells()) {
        archive.fail();
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
      total += queue.stamps.capacity() * sizeof(Stamp) + queue.values.capacity() * sizeof(Cell);
    }
    return total;
  }

 private:
  struct Stamp {
    std::int64_t time;
    std::uint64_t cycle;
  };
  struct Queue {
    std::vector<Stamp> stamps;
    std::vector<Cell> values;
    std::size_t head = 0;
  };

  void evict(Queue& queue, std::int64_t limit) {
    while (queue.head < queue.stamps.size() && queue.stamps[queue.head].time <= limit) {
      ++queue.head;
    }
    if (queue.head > 0 && queue.head * 2 >= queue.stamps.size()) {
      const auto gone = static_cast<std::ptrdiff_t>(queue.head);
      queue.stamps.erase(queue.stamps.begin(), queue.stamps.begin() + gone);
      queue.values.erase(queue.values.begin(),
                         queue.values.begin() + gone * std::ptrdiff_t{shape_.value_cells()});
      queue.head = 0;
    }
  }

  WindowShape shape_;
  std::vector<Cell> room_;  ///< for the state while reading
  std::vector<Queue> queues_;
};

}  // namespace

std::unique_ptr<Window> make_spawn_log(WindowShape shape) {
  return std::make_unique<SpawnLog>(std::move(shape));
}

}  // namespace fairmon::engine
