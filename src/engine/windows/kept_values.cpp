#include <vector>

#include "engine/windows/window.hpp"

namespace fairmon::engine {

namespace {

/// All values of the window, oldest first and side by side, for aggregates that need them all.
class KeptValues final : public WindowOf<KeptValues> {
 public:
  explicit KeptValues(WindowShape shape) : shape_(std::move(shape)) {}

  const Type& result() const override { return shape_.aggregate().result; }
  [[nodiscard]] std::uint32_t result_cells() const noexcept { return shape_.result_cells(); }

  void grow(std::uint32_t num_slots) override {
    if (num_slots > queues_.size()) {
      queues_.resize(num_slots);
    }
  }

  void feed(std::uint32_t slot, const Cell* value, std::int64_t time, std::uint64_t) override {
    Queue& queue = queues_[slot];
    ++queue.received;
    const std::int64_t key = shape_.discrete() ? static_cast<std::int64_t>(queue.received) : time;
    evict(queue, key - shape_.length());
    queue.keys.push_back(key);
    queue.values.insert(queue.values.end(), value, value + shape_.value_cells());
  }

  void read(std::uint32_t slot, const WindowMoment& moment, Cell* result,
            builtins::Evaluation& evaluation) override {
    const builtins::BoundAggregate& aggregate = shape_.aggregate();
    Queue* queue = slot == kNone ? nullptr : &queues_[slot];
    if (shape_.too_early(moment, queue == nullptr ? 0 : queue->received, result)) {
      return;
    }
    Cell* target = shape_.open_result(result);
    std::span<const Cell> values;
    if (queue != nullptr) {
      if (!shape_.discrete()) {
        evict(*queue, moment.now - shape_.length());
      }
      values = std::span<const Cell>(queue->values).subspan(queue->head * shape_.value_cells());
    }
    aggregate.finish_values(values, aggregate.argument, target, evaluation);
  }

  void clear(std::uint32_t slot) override {
    if (slot < queues_.size()) {
      Queue& queue = queues_[slot];
      queue.keys.clear();
      queue.values.clear();
      queue.head = 0;
      queue.received = 0;
    }
  }

  void save(ArchiveWriter& archive) const override {
    archive(static_cast<std::uint32_t>(queues_.size()));
    for (const Queue& queue : queues_) {
      archive(queue.keys);
      archive(queue.values);
      archive(queue.head);
      archive(queue.received);
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
      archive(queue.keys);
      archive(queue.values);
      archive(queue.head);
      archive(queue.received);
      if (queue.head > queue.keys.size() ||
          queue.values.size() != queue.keys.size() * shape_.value_cells()) {
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
      total +=
          queue.keys.capacity() * sizeof(std::int64_t) + queue.values.capacity() * sizeof(Cell);
    }
    return total;
  }

 private:
  struct Queue {
    std::vector<std::int64_t> keys;
    std::vector<Cell> values;
    std::size_t head = 0;
    std::uint64_t received = 0;
  };

  void evict(Queue& queue, std::int64_t limit) {
    while (queue.head < queue.keys.size() && queue.keys[queue.head] <= limit) {
      ++queue.head;
    }
    // Moving the rest to the front only when it is the smaller part keeps the cost constant.
    if (queue.head > 0 && queue.head * 2 >= queue.keys.size()) {
      const auto gone = static_cast<std::ptrdiff_t>(queue.head);
      queue.keys.erase(queue.keys.begin(), queue.keys.begin() + gone);
      queue.values.erase(queue.values.begin(),
                         queue.values.begin() + gone * std::ptrdiff_t{shape_.value_cells()});
      queue.head = 0;
    }
  }

  WindowShape shape_;
  std::vector<Queue> queues_;
};

}  // namespace

std::unique_ptr<Window> make_kept_values(WindowShape shape) {
  return std::make_unique<KeptValues>(std::move(shape));
}

}  // namespace fairmon::engine
