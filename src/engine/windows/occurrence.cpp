#include <limits>
#include <vector>

#include "engine/windows/window.hpp"

namespace fairmon::engine {

namespace {

/// Has there been a value within the duration? The last one's time and cycle answer that.
class Occurrence final : public WindowOf<Occurrence> {
 public:
  explicit Occurrence(const ir::Window& window)
      : duration_(window.duration_ns),
        exact_(window.exact),
        optional_(window.result.is(TypeKind::Optional)),
        result_(window.result) {}

  const Type& result() const override { return result_; }
  [[nodiscard]] std::uint32_t result_cells() const noexcept { return result_.num_cells(); }

  void grow(std::uint32_t num_slots) override {
    if (num_slots > last_.size()) {
      last_.resize(num_slots, kNothing);
    }
  }

  void feed(std::uint32_t slot, const Cell*, std::int64_t time, std::uint64_t cycle) override {
    last_[slot] = {time, cycle};
  }

  void read(std::uint32_t slot, const WindowMoment& moment, Cell* result,
            builtins::Evaluation&) override {
    if (optional_) {
      const bool early = exact_ && moment.now - moment.start < duration_;
      result[0] = cell_of(!early);
      result[1] = 0;
      if (early) {
        return;
      }
      ++result;
    }
    const Last last = slot == kNone ? kNothing : last_[slot];
    result[0] = cell_of(last.cycle > 0 && last.time > moment.now - duration_ &&
                        last.cycle >= moment.first_cycle);
  }

  void clear(std::uint32_t slot) override {
    if (slot < last_.size()) {
      last_[slot] = kNothing;
    }
  }

  void save(ArchiveWriter& archive) const override { archive(last_); }
  void restore(ArchiveReader& archive) override {
    const std::size_t num_slots = last_.size();
    archive(last_);
    if (last_.size() != num_slots) {
      archive.fail();
    }
  }
  bool mark_symbols(SymbolMarks&) const override { return true; }
  std::size_t memory_bytes() const override { return last_.capacity() * sizeof(Last); }

 private:
  struct Last {
    std::int64_t time;
    std::uint64_t cycle;  ///< 0: there was none
  };
  static constexpr Last kNothing{0, 0};

  std::int64_t duration_;
  bool exact_;
  bool optional_;
  Type result_;
  std::vector<Last> last_;
};

}  // namespace

std::unique_ptr<Window> make_occurrence(const ir::Window& window) {
  return std::make_unique<Occurrence>(window);
}

}  // namespace fairmon::engine
