#include <algorithm>
#include <vector>

#include "engine/columns/state_format.hpp"
#include "engine/windows/window.hpp"

namespace fairmon::engine {

namespace {

/// For aggregates whose values cannot be taken out again: a queue of states per slot. The older
/// part holds, at every place, the aggregate from there to the part's end; the newer part holds
/// plain states, and one total of all of them but the last. Taking the oldest out is then free, and
/// every state is merged a constant number of times.
class TwoStacks final : public WindowOf<TwoStacks> {
 public:
  explicit TwoStacks(WindowShape shape)
      : shape_(std::move(shape)),
        format_(shape_.aggregate()),
        width_(format_.width() + 1),
        scratch_(width_) {}

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
    const std::int64_t key =
        shape_.discrete() ? static_cast<std::int64_t>(queue.received) : shape_.key_of(time);
    if (queue.size > queue.older && key_at(queue, queue.size - 1) == key) {
      add_to_last(queue, value, time);
      return;
    }
    evict(queue, (shape_.discrete() ? key : time) - shape_.length());
    if (queue.size == queue.capacity) {
      enlarge(queue);
    }
    if (queue.size > queue.older) {
      if (queue.size == queue.older + 1) {
        std::copy_n(entry(queue, queue.size - 1) + 1, format_.width(), total(queue));
      } else {
        while (!format_->merge(total(queue), entry(queue, queue.size - 1) + 1)) {
          widen();
        }
      }
    }
    entry(queue, queue.size)[0] = cell_of(key);
    format_.set_empty(entry(queue, queue.size) + 1);
    ++queue.size;
    add_to_last(queue, value, time);
  }

  void read(std::uint32_t slot, const WindowMoment& moment, Cell* result,
            builtins::Evaluation& evaluation) override {
    Queue* queue = slot == kNone ? nullptr : &queues_[slot];
    if (shape_.too_early(moment, queue == nullptr ? 0 : queue->received, result)) {
      return;
    }
    Cell* target = shape_.open_result(result);
    if (queue != nullptr && queue->size > 0 && !shape_.discrete()) {
      evict(*queue, moment.now - shape_.length());
    }
    if (queue == nullptr || queue->size == 0) {
      format_->finish(format_.empty(), target, evaluation);
      return;
    }
    while (!join_parts(*queue)) {
      widen();
    }
    format_->finish(scratch_.data(), target, evaluation);
  }

  void clear(std::uint32_t slot) override {
    if (slot < queues_.size()) {
      Queue& queue = queues_[slot];
      queue.head = queue.size = queue.older = 0;
      queue.received = 0;
    }
  }

  void save(ArchiveWriter& archive) const override {
    format_.save(archive);
    archive(static_cast<std::uint32_t>(queues_.size()));
    for (const Queue& queue : queues_) {
      archive(queue.received);
      archive(queue.size);
      archive(queue.older);
      for (std::uint32_t i = 0; queue.size > 0 && i < format_.width(); ++i) {
        archive(queue.cells[i]);
      }
      for (std::uint32_t i = 0; i < queue.size * width_; ++i) {
        archive(entry(queue, i / width_)[i % width_]);
      }
    }
  }

  void restore(ArchiveReader& archive) override {
    const std::size_t num_slots = queues_.size();
    *this = TwoStacks(std::move(shape_));
    format_.restore(archive);
    width_ = format_.width() + 1;
    scratch_.resize(width_);
    std::uint32_t slots = 0;
    archive(slots);
    if (slots != num_slots) {
      return archive.fail();
    }
    for (std::uint32_t slot = 0; slot < slots && !archive.failed(); ++slot) {
      Queue queue;
      archive(queue.received);
      std::uint32_t size = 0;
      archive(size);
      archive(queue.older);
      if (queue.older > size || size > archive.rest().size() / sizeof(Cell) / width_) {
        return archive.fail();
      }
      while (queue.capacity < size) {
        enlarge(queue);
      }
      queue.size = size;
      for (std::uint32_t i = 0; size > 0 && i < format_.width(); ++i) {
        archive(queue.cells[i]);
      }
      for (std::uint32_t i = 0; i < size * width_; ++i) {
        archive(entry(queue, i / width_)[i % width_]);
      }
      queues_.push_back(std::move(queue));
    }
  }

  bool mark_symbols(SymbolMarks& alive) const override {
    for (const Queue& queue : queues_) {
      for (std::uint32_t cell = 0; queue.size > 0 && cell < width_; ++cell) {
        alive.add(total(queue)[cell]);
        for (std::uint32_t i = 0; i < queue.size; ++i) {
          alive.add(entry(queue, i)[cell]);
        }
      }
    }
    return true;
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

  void add_to_last(Queue& queue, const Cell* value, std::int64_t time) {
    while (!format_->add(entry(queue, queue.size - 1) + 1, value, time)) {
      widen();
    }
  }

  /// Everything in the window, oldest first, into `scratch_`.
  [[nodiscard]] bool join_parts(const Queue& queue) {
    const std::uint32_t newer = queue.size - queue.older;
    const Cell* last = entry(queue, queue.size - 1) + 1;
    const bool alone = queue.older == 0 && newer == 1;
    const Cell* first = alone ? last : queue.older > 0 ? entry(queue, 0) + 1 : total(queue);
    std::copy_n(first, format_.width(), scratch_.data());
    if (queue.older > 0 && newer > 1 && !format_->merge(scratch_.data(), total(queue))) {
      return false;
    }
    return alone || newer == 0 || format_->merge(scratch_.data(), last);
  }

  void widen() {
    const std::uint32_t narrow = format_.width();
    format_.widen();
    const std::uint32_t before = width_;
    width_ = format_.width() + 1;
    scratch_.resize(width_);
    std::vector<Cell> state(narrow);
    const auto convert = [&](const Cell* from, Cell* to) {
      state.assign(from, from + narrow);
      format_.convert(state, narrow);
      std::copy_n(state.data(), format_.width(), to);
    };
    for (Queue& queue : queues_) {
      if (queue.capacity == 0) {
        continue;
      }
      const std::unique_ptr<Cell[]> compact = std::move(queue.cells);
      queue.cells = std::make_unique<Cell[]>(static_cast<std::size_t>(queue.capacity + 1) * width_);
      convert(compact.get(), total(queue));
      for (std::uint32_t i = 0; i < queue.size; ++i) {
        const std::uint32_t at = (queue.head + i) & (queue.capacity - 1);
        const Cell* from = compact.get() + static_cast<std::size_t>(at + 1) * before;
        entry(queue, i)[0] = from[0];
        convert(from + 1, entry(queue, i) + 1);
      }
    }
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
    for (std::uint32_t i = queue.size; i-- > 1;) {
      while (!format_->merge(entry(queue, i - 1) + 1, entry(queue, i) + 1)) {
        widen();
      }
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
  StateFormat format_;
  std::uint32_t width_;  ///< of a key and a state
  std::vector<Cell> scratch_;
  std::vector<Queue> queues_;
};

}  // namespace

std::unique_ptr<Window> make_two_stacks(WindowShape shape) {
  return std::make_unique<TwoStacks>(std::move(shape));
}

}  // namespace fairmon::engine
