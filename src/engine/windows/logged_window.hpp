#pragma once

#include <vector>

#include "engine/windows/window.hpp"

namespace fairmon::engine {

/// Windows without panes whose values can be taken out again: the values in the order they came,
/// and what is made of them, by slot. A window over a time has one queue for all slots, since
/// values leave it in the order they came; windows over a number of values have one each. `Content`
/// has
///   explicit Content(const WindowShape&)
///   void grow(num_slots), clear(slot)
///   void add(slot, const Cell* value, time), remove(slot, const Cell* value, time)
///   void finish(slot or kNone, Cell* result, builtins::Evaluation&)
template <class Content>
class LoggedWindow final : public WindowOf<LoggedWindow<Content>> {
 public:
  explicit LoggedWindow(WindowShape shape) : shape_(std::move(shape)), content_(shape_) {
    logs_.resize(shape_.discrete() ? 0 : 1);
  }

  const Type& result() const override { return shape_.aggregate().result; }
  [[nodiscard]] std::uint32_t result_cells() const noexcept { return shape_.result_cells(); }

  void grow(std::uint32_t num_slots) override {
    if (num_slots > num_slots_) {
      num_slots_ = num_slots;
      content_.grow(num_slots);
      if (shape_.discrete()) {
        logs_.resize(num_slots);
      }
    }
  }

  void feed(std::uint32_t slot, const Cell* value, std::int64_t time, std::uint64_t) override {
    Log& log = logs_[shape_.discrete() ? slot : 0];
    if (shape_.discrete()) {
      if (log.size() == static_cast<std::size_t>(shape_.length())) {
        take_out(log);
      }
      ++log.received;
    } else {
      expire(time);
    }
    content_.add(slot, value, time);
    log.stamps.push_back({time, slot});
    log.values.insert(log.values.end(), value, value + shape_.value_cells());
  }

  void read(std::uint32_t slot, const WindowMoment& moment, Cell* result,
            builtins::Evaluation& evaluation) override {
    const bool counted = shape_.discrete() && slot != kNone;
    if (shape_.too_early(moment, counted ? logs_[slot].received : 0, result)) {
      return;
    }
    if (!shape_.discrete()) {
      expire(moment.now);
    }
    content_.finish(slot, shape_.open_result(result), evaluation);
  }

  void clear(std::uint32_t slot) override {
    // Over a time: a table keeps its slots until everything in them has left the windows.
    if (shape_.discrete() && slot < num_slots_) {
      Log& log = logs_[slot];
      log.stamps.clear();
      log.values.clear();
      log.head = 0;
      log.received = 0;
      content_.clear(slot);
    }
  }

  void save(ArchiveWriter& archive) const override {
    archive(static_cast<std::uint32_t>(logs_.size()));
    for (const Log& log : logs_) {
      archive(log.received);
      archive(std::vector<Stamp>(log.stamps.begin() + log.first(), log.stamps.end()));
      archive(std::vector<Cell>(log.values.begin() + log.first() * shape_.value_cells(),
                                log.values.end()));
    }
  }

  void restore(ArchiveReader& archive) override {
    const std::uint32_t num_slots = num_slots_;
    std::uint32_t num_logs = 0;
    *this = LoggedWindow(std::move(shape_));
    grow(num_slots);
    archive(num_logs);
    if (num_logs != (shape_.discrete() ? num_slots : 1U)) {
      return archive.fail();
    }
    for (std::uint32_t i = 0; i < num_logs && !archive.failed(); ++i) {
      Log log;
      archive(log.received);
      archive(log.stamps);
      archive(log.values);
      if (log.values.size() != log.stamps.size() * shape_.value_cells()) {
        return archive.fail();
      }
      logs_[i] = std::move(log);
      for (std::size_t at = 0; at < logs_[i].stamps.size(); ++at) {
        const Stamp& stamp = logs_[i].stamps[at];
        if (stamp.slot >= num_slots || (shape_.discrete() && stamp.slot != i)) {
          return archive.fail();
        }
        content_.add(static_cast<std::uint32_t>(stamp.slot),
                     logs_[i].values.data() + at * shape_.value_cells(), stamp.time);
      }
    }
  }

  bool mark_symbols(SymbolMarks& alive) const override {
    for (const Log& log : logs_) {
      for (const Cell cell : log.values) {
        alive.add(cell);
      }
    }
    return true;
  }

  std::size_t memory_bytes() const override {
    std::size_t total = logs_.capacity() * sizeof(Log) + content_.memory_bytes();
    for (const Log& log : logs_) {
      total += log.stamps.capacity() * sizeof(Stamp) + log.values.capacity() * sizeof(Cell);
    }
    return total;
  }

 private:
  struct Stamp {
    std::int64_t time;
    std::uint64_t slot;
  };
  struct Log {
    std::vector<Stamp> stamps;
    std::vector<Cell> values;
    std::size_t head = 0;
    std::uint64_t received = 0;

    [[nodiscard]] std::size_t size() const noexcept { return stamps.size() - head; }
    [[nodiscard]] std::ptrdiff_t first() const noexcept {
      return static_cast<std::ptrdiff_t>(head);
    }
  };

  void expire(std::int64_t now) {
    Log& log = logs_[0];
    const std::int64_t limit = now - shape_.length();
    while (log.head < log.stamps.size() && log.stamps[log.head].time <= limit) {
      take_out(log);
    }
  }

  void take_out(Log& log) {
    const std::size_t cells = shape_.value_cells();
    const Stamp& oldest = log.stamps[log.head];
    content_.remove(static_cast<std::uint32_t>(oldest.slot), log.values.data() + log.head * cells,
                    oldest.time);
    ++log.head;
    // Moving the rest to the front only when it is the smaller part keeps the cost constant.
    if (log.head * 2 >= log.stamps.size()) {
      log.stamps.erase(log.stamps.begin(), log.stamps.begin() + log.first());
      log.values.erase(log.values.begin(),
                       log.values.begin() + log.first() * static_cast<std::ptrdiff_t>(cells));
      log.head = 0;
    }
  }

  WindowShape shape_;
  Content content_;
  std::uint32_t num_slots_ = 0;
  std::vector<Log> logs_;  ///< one, or by slot
};

}  // namespace fairmon::engine
