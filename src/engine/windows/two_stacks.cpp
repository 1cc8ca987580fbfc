#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/windows/window.hpp"

namespace fairmon::engine {

namespace {

/// A queue of states per slot. The older part holds, at every place, the aggregate from there to
/// the part's end; the newer part holds plain states, and one total of all of them but the last.
/// Taking the oldest out is then free, and every state is merged a constant number of times.
class TwoStacks final : public WindowOf<TwoStacks> {
 public:
  explicit TwoStacks(WindowShape shape)
      : shape_(std::move(shape)),
        width_(shape_.aggregate().state_cells + 1),
        scratch_(shape_.aggregate().state_cells + 1) {}

  const Type& result() const override { return shape_.aggregate().result; }

  void grow(std::uint32_t num_slots) override {
    if (num_slots > queues_.size()) {
      queues_.resize(num_slots);
    }
  }

  void feed(std::uint32_t slot, const Cell* value, std::int64_t time, std::uint64_t) override {
    Queue& queue = queues_[slot];
    ++queue.received;
    const std::int64_t key =
        shape_.discrete() ? static_cast<std::int64_t>(queue.received) : shape_.key_of(time);
    const builtins::BoundAggregate& aggregate = shape_.aggregate();
    if (queue.size > queue.older && key_at(queue, queue.size - 1) == key) {
      aggregate.add(entry(queue, queue.size - 1) + 1, value, time);
      return;
    }
    evict(queue, (shape_.discrete() ? key : time) - shape_.length());
    if (queue.size == queue.capacity) {
      enlarge(queue);
    }
    if (queue.size > queue.older) {
      const Cell* last = entry(queue, queue.size - 1) + 1;
      if (queue.size == queue.older + 1) {
        std::copy_n(last, aggregate.state_cells, total(queue));
      } else {
        aggregate.merge(total(queue), last);
      }
    }
    Cell* added = entry(queue, queue.size);
    added[0] = cell_of(key);
    aggregate.start(added + 1);
    aggregate.add(added + 1, value, time);
    ++queue.size;
  }

  void read(std::uint32_t slot, const WindowMoment& moment, Cell* result,
            builtins::Evaluation& evaluation) override {
    const builtins::BoundAggregate& aggregate = shape_.aggregate();
    Queue* queue = slot == kNone ? nullptr : &queues_[slot];
    if (shape_.too_early(moment, queue == nullptr ? 0 : queue->received, result)) {
      return;
    }
    Cell* target = shape_.open_result(result);
    if (queue != nullptr && queue->size > 0 && !shape_.discrete()) {
      evict(*queue, moment.now - shape_.length());
    }
    if (queue == nullptr || queue->size == 0) {
      aggregate.start(scratch_.data());
      aggregate.finish(scratch_.data(), target, evaluation);
      return;
    }
    const std::uint32_t newer = queue->size - queue->older;
    const Cell* last = entry(*queue, queue->size - 1) + 1;
    if (queue->older == 0 && newer == 1) {
      aggregate.finish(last, target, evaluation);
      return;
    }
    const Cell* first = queue->older > 0 ? entry(*queue, 0) + 1 : total(*queue);
    std::copy_n(first, aggregate.state_cells, scratch_.data());
    if (queue->older > 0 && newer > 1) {
      aggregate.merge(scratch_.data(), total(*queue));
    }
    if (newer > 0) {
      aggregate.merge(scratch_.data(), last);
    }
    aggregate.finish(scratch_.data(), target, evaluation);
  }

  void clear(std::uint32_t slot) override {
    if (slot < queues_.size()) {
      Queue& queue = queues_[slot];
      queue.head = queue.size = queue.older = 0;
      queue.received = 0;
    }
  }

  void save(ArchiveWriter& archive) const override {
    archive(static_cast<std::uint32_t>(queues_.size()));
    for (const Queue& queue : queues_) {
      archive(queue.received);
      archive(queue.size);
      archive(queue.older);
      if (queue.size > 0) {
        for (std::uint32_t i = 0; i < width_ - 1; ++i) {
          archive(queue.cells[i]);
        }
        for (std::uint32_t i = 0; i < queue.size; ++i) {
          for (std::uint32_t cell = 0; cell < width_; ++cell) {
            archive(entry(queue, i)[cell]);
          }
        }
      }
    }
  }

  void restore(ArchiveReader& archive) override {
    std::uint32_t slots = 0;
    archive(slots);
    queues_.clear();
    for (std::uint32_t slot = 0; slot < slots && !archive.failed(); ++slot) {
      Queue queue;
      archive(queue.received);
      std::uint32_t size = 0;
      archive(size);
      archive(queue.older);
      while (queue.capacity < size && !archive.failed()) {
        enlarge(queue);
      }
      queue.size = size;
      for (std::uint32_t i = 0; size > 0 && i < width_ - 1; ++i) {
        archive(queue.cells[i]);
      }
      for (std::uint32_t i = 0; i < size && !archive.failed(); ++i) {
        for (std::uint32_t cell = 0; cell < width_; ++cell) {
          archive(entry(queue, i)[cell]);
        }
      }
      queues_.push_back(std::move(queue));
    }
  }

  std::size_t memory_bytes() const override {
    std::size_t total_bytes = queues_.capacity() * sizeof(Queue);
    for (const Queue& queue : queues_) {
      total_bytes += (queue.capacity + 1) * width_ * sizeof(Cell);
    }
    return total_bytes;
  }

 private:
  struct Queue {
    std::unique_ptr<Cell[]> cells;  ///< the total, then a ring of (key, state)
    std::uint32_t capacity = 0;     ///< a power of two
    std::uint32_t head = 0;
    std::uint32_t size = 0;
    std::uint32_t older = 0;
    std::uint64_t received = 0;
  };

  [[nodiscard]] Cell* total(const Queue& queue) const noexcept { return queue.cells.get(); }
  [[nodiscard]] Cell* entry(const Queue& queue, std::uint32_t i) const noexcept {
    const std::uint32_t at = (queue.head + i) & (queue.capacity - 1);
    return queue.cells.get() + static_cast<std::size_t>(at + 1) * width_;
  }
  [[nodiscard]] std::int64_t key_at(const Queue& queue, std::uint32_t i) const noexcept {
    return cell_int(entry(queue, i)[0]);
  }

  /// Takes out everything with a key of at most `limit`.
  void evict(Queue& queue, std::int64_t limit) {
    std::uint32_t gone = 0;
    while (gone < queue.size && key_at(queue, gone) <= limit) {
      ++gone;
    }
    if (gone == 0) {
      return;
    }
    queue.head = (queue.head + gone) & (queue.capacity - 1);
    queue.size -= gone;
    if (gone <= queue.older) {
      queue.older -= gone;
      return;
    }
    queue.older = 0;
    turn_over(queue);
  }

  /// Makes the newer part the older one.
  void turn_over(Queue& queue) {
    const builtins::BoundAggregate& aggregate = shape_.aggregate();
    for (std::uint32_t i = queue.size; i-- > 1;) {
      aggregate.merge(entry(queue, i - 1) + 1, entry(queue, i) + 1);
    }
    queue.older = queue.size;
  }

  void enlarge(Queue& queue) {
    const std::uint32_t capacity = queue.capacity == 0 ? 2 : queue.capacity * 2;
    const std::size_t cells = static_cast<std::size_t>(capacity + 1) * width_;
    auto larger = std::make_unique_for_overwrite<Cell[]>(cells);
    if (queue.capacity > 0) {
      std::copy_n(queue.cells.get(), width_, larger.get());
      for (std::uint32_t i = 0; i < queue.size; ++i) {
        std::copy_n(entry(queue, i), width_,
                    larger.get() + static_cast<std::size_t>(i + 1) * width_);
      }
    } else {
      std::fill_n(larger.get(), width_, Cell{0});
    }
    queue.cells = std::move(larger);
    queue.capacity = capacity;
    queue.head = 0;
  }

  WindowShape shape_;
  std::uint32_t width_;
  std::vector<Cell> scratch_;
  std::vector<Queue> queues_;
};

}  // namespace

std::unique_ptr<Window> make_two_stacks(WindowShape shape) {
  return std::make_unique<TwoStacks>(std::move(shape));
}

}  // namespace fairmon::engine
