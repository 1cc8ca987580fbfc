#include "engine/windows/logged_window.hpp"
#include "engine/windows/sorted_ranks.hpp"

namespace fairmon::engine {

namespace {

/// The values of every slot in ascending order, for percentiles.
class Order {
 public:
  explicit Order(const WindowShape& shape)
      : ranking_(*Ranking::of(shape.value_type(), false)),
        finish_(shape.aggregate().finish_ordered),
        argument_(shape.aggregate().argument) {}

  void grow(std::uint32_t num_slots) { sorted_.resize(num_slots); }
  void clear(std::uint32_t slot) { sorted_[slot].clear(); }
  void add(std::uint32_t slot, const Cell* value, std::int64_t) {
    sorted_[slot].insert(ranking_.rank(*value));
  }
  void remove(std::uint32_t slot, const Cell* value, std::int64_t) {
    sorted_[slot].erase(ranking_.rank(*value));
  }
  void finish(std::uint32_t slot, Cell* result, builtins::Evaluation& evaluation) {
    finish_(Values(slot == kNone ? nothing_ : sorted_[slot], ranking_), argument_, result,
            evaluation);
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    std::size_t total = sorted_.capacity() * sizeof(SortedRanks);
    for (const SortedRanks& ranks : sorted_) {
      total += ranks.memory_bytes();
    }
    return total;
  }

 private:
  class Values final : public builtins::OrderedValues {
   public:
    Values(const SortedRanks& ranks, const Ranking& ranking) : ranks_(ranks), ranking_(ranking) {}
    std::size_t size() const override { return ranks_.size(); }
    Cell nth(std::size_t rank) const override { return ranking_.value_of(ranks_.nth(rank)); }

   private:
    const SortedRanks& ranks_;
    const Ranking& ranking_;
  };

  Ranking ranking_;
  void (*finish_)(const builtins::OrderedValues&, std::uint32_t, Cell*, builtins::Evaluation&);
  std::uint32_t argument_;
  SortedRanks nothing_;
  std::vector<SortedRanks> sorted_;
};

}  // namespace

std::unique_ptr<Window> make_logged_order(WindowShape shape) {
  return std::make_unique<LoggedWindow<Order>>(std::move(shape));
}

}  // namespace fairmon::engine
