#include "engine/columns/state_format.hpp"
#include "engine/windows/logged_window.hpp"

namespace fairmon::engine {

namespace {

/// A total for every slot, of an invertible aggregate.
class Totals {
 public:
  explicit Totals(const WindowShape& shape) : format_(shape.aggregate()) {}

  void grow(std::uint32_t num_slots) { format_.resize(totals_, num_slots); }
  void clear(std::uint32_t slot) { format_.set_empty(state(slot)); }
  void add(std::uint32_t slot, const Cell* value, std::int64_t time) {
    while (!format_->add(state(slot), value, time)) {
      widen();
    }
  }
  void remove(std::uint32_t slot, const Cell* value, std::int64_t time) {
    while (!format_->remove(state(slot), value, time)) {
      widen();
    }
  }
  void finish(std::uint32_t slot, Cell* result, builtins::Evaluation& evaluation) {
    format_->finish(slot == kNone ? format_.empty() : state(slot), result, evaluation);
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return totals_.capacity() * sizeof(Cell);
  }

 private:
  [[nodiscard]] Cell* state(std::size_t slot) noexcept {
    return totals_.data() + slot * format_.width();
  }
  void widen() {
    const std::uint32_t width = format_.width();
    format_.widen();
    format_.convert(totals_, width);
  }

  StateFormat format_;
  std::vector<Cell> totals_;
};

}  // namespace

std::unique_ptr<Window> make_logged_totals(WindowShape shape) {
  return std::make_unique<LoggedWindow<Totals>>(std::move(shape));
}

}  // namespace fairmon::engine
