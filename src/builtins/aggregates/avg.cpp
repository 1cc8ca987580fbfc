#include <algorithm>

#include "builtins/aggregate_sum.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

template <class Tag>
struct AverageOfIntegers : IntegerSum<Tag> {
  using State = typename IntegerSum<Tag>::State;
  static void finish(const State& s, Cell* result, Evaluation&) noexcept {
    if (s.count == 0) {
      write_absent(result);
      return;
    }
    using Native = typename Tag::Native;
    write_present(result, Tag::encode(Tag::decode(s.sum) / static_cast<Native>(s.count)));
  }
};

template <bool is_prob>
struct AverageOfReals : RealSum {
  static void finish(const State& s, Cell* result, Evaluation& e) noexcept {
    if (s.count == 0) {
      write_absent(result);
      return;
    }
    const double average = (s.sum / static_cast<double>(s.count)).value();
    write_present(result, real_cell(is_prob ? std::clamp(average, 0.0, 1.0) : average, e));
  }
};

struct AverageOfDecimals : DecimalSum {
  static void finish(const State& s, Cell* result, Evaluation& e) {
    if (s.count == 0) {
      write_absent(result);
      return;
    }
    const auto count = decimal_from(s.count);
    const auto average = count ? divide(total(s, e), *count) : std::nullopt;
    write_present(result, average ? average->pack() : e.fail(Failure::DecimalOverflow, 0));
  }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  const Type result = Type::optional(input);
  if (input.is(TypeKind::Int)) {
    return with_state<AverageOfIntegers<as::Int>>(input, result);
  }
  if (input.is(TypeKind::UInt)) {
    return with_state<AverageOfIntegers<as::UInt>>(input, result);
  }
  if (input.is(TypeKind::Float)) {
    return with_state<AverageOfReals<false>>(input, result, true);
  }
  if (input.is(TypeKind::Prob)) {
    return with_state<AverageOfReals<true>>(input, result, true);
  }
  return input.is_decimal() ? std::optional(with_state<AverageOfDecimals>(input, result))
                            : std::nullopt;
}

}  // namespace

extern const Aggregate avg = {
    "avg",
    {"avg", "average"},
    "the arithmetic mean",
    "Of integers it is an integer, rounded toward zero. Absent without values.",
    "output mean @1s := score.aggregate(over: 10s, using: avg).defaults(to: 0.0)",
    "numbers",
    true,
    false,
    &bind};

}  // namespace fairmon::builtins::aggregate_entries
