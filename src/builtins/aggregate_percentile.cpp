#include "builtins/aggregate_percentile.hpp"

#include <algorithm>
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
    return real_cell(detail::is_finite(half) ? half : x / 2.0 + y / 2.0, e);
  } else if constexpr (std::is_same_v<Native, std::int64_t>) {
    return cell_of(wrap(a + b) / 2);
  } else {
    return (a + b) / 2;
  }
}

template <class Tag>
void finish(std::span<const Cell> values, std::uint32_t argument, Cell* result, Evaluation& e) {
  if (values.empty()) {
    write_absent(result);
    return;
  }
  std::vector<Cell> own;
  std::vector<Cell>& sorted = e.scratch != nullptr ? *e.scratch : own;
  sorted.assign(values.begin(), values.end());
  const auto at = [&](std::size_t rank) {  // counted from 1
    const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(rank - 1);
    std::nth_element(sorted.begin(), place, sorted.end(), &before<Tag>);
    return *place;
  };
  // The rank n·N/100, in whole numbers so that nothing is rounded.
  const std::size_t hundredfold = sorted.size() * argument;
  const std::size_t rank = hundredfold / 100;
  if (hundredfold % 100 != 0) {
    write_present(result, at(rank + 1));
  } else if (argument == 0 || argument == 100) {
    write_present(result, at(argument == 0 ? 1 : sorted.size()));
  } else {
    const Cell lower = at(rank);
    write_present(result, middle<Tag>(lower, at(rank + 1), e));
  }
}

}  // namespace

std::optional<BoundAggregate> bind_percentile(const Type& input, std::uint32_t argument) {
  return for_numbers(input, [&]<class Tag>() {
    BoundAggregate bound;
    bound.input = input;
    bound.result = Type::optional(input);
    bound.algebra = Algebra::Holistic;
    bound.finish_values = &finish<Tag>;
    bound.argument = argument;
    return bound;
  });
}

}  // namespace fairmon::builtins
