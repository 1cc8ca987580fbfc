#include "builtins/aggregate_percentile.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "builtins/aggregate_state.hpp"
#include "builtins/arithmetic.hpp"

namespace fairmon::builtins {
namespace {

/// The number halfway between two; integers divide toward zero.
template <class Tag>
Cell middle(Cell a, Cell b, Evaluation& e) {
  using Native = typename Tag::Native;
  if constexpr (std::is_same_v<Native, Decimal>) {
    const Decimal sum = or_overflow(add(Tag::decode(a), Tag::decode(b)), e);
    return or_overflow(divide(sum, Decimal{2, 0}), e).pack();
  } else if constexpr (std::is_same_v<Native, double>) {
    const double x = Tag::decode(a);
    const double y = Tag::decode(b);
    const double half = (x + y) / 2.0;
    // The sum of two large numbers may be infinite although their middle is not.
    return real_cell(std::isfinite(half) ? half : x / 2.0 + y / 2.0, e);
  } else if constexpr (std::is_same_v<Native, std::int64_t>) {
    return cell_of(wrap(a + b) / 2);
  } else {
    return (a + b) / 2;
  }
}

template <class Tag>
void finish_ordered(const OrderedValues& values, std::uint32_t argument, Cell* result,
                    Evaluation& e) {
  const std::size_t count = values.size();
  // The rank n·N/100, in whole numbers so that nothing is rounded.
  const std::size_t hundredfold = count * argument;
  const std::size_t rank = hundredfold / 100;
  if (count == 0) {
    write_absent(result);
  } else if (hundredfold % 100 != 0) {
    write_present(result, values.nth(rank));
  } else if (argument == 0 || argument == 100) {
    write_present(result, values.nth(argument == 0 ? 0 : count - 1));
  } else {
    const Cell lower = values.nth(rank - 1);
    write_present(result, middle<Tag>(lower, values.nth(rank), e));
  }
}

/// Brings only those values to their place that somebody asks for.
template <class Tag>
class PartlySorted final : public OrderedValues {
 public:
  explicit PartlySorted(std::vector<Cell>& values) : values_(values) {}
  std::size_t size() const override { return values_.size(); }
  Cell nth(std::size_t rank) const override {
    const auto place = values_.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values_.begin(), place, values_.end(), &before<Tag>);
    return *place;
  }

 private:
  std::vector<Cell>& values_;
};

template <class Tag>
void finish(std::span<const Cell> values, std::uint32_t argument, Cell* result, Evaluation& e) {
  std::vector<Cell> own;
  std::vector<Cell>& sorted = e.scratch != nullptr ? *e.scratch : own;
  sorted.assign(values.begin(), values.end());
  finish_ordered<Tag>(PartlySorted<Tag>(sorted), argument, result, e);
}

}  // namespace

std::optional<BoundAggregate> bind_percentile(const Type& input, std::uint32_t argument) {
  return for_numbers(input, [&]<class Tag>() {
    BoundAggregate bound;
    bound.input = input;
    bound.result = Type::optional(input);
    bound.algebra = Algebra::Holistic;
    bound.finish_values = &finish<Tag>;
    bound.finish_ordered = &finish_ordered<Tag>;
    bound.argument = argument;
    return bound;
  });
}

}  // namespace fairmon::builtins
