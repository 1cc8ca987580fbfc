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

/// The average of probabilities is one: nothing is rounded beyond the largest value.
template <class Form>
struct AverageOfReals : RealSum<Form> {
  using State = typename RealSum<Form>::State;
  static void finish(const State& s, Cell* result, Evaluation& e) noexcept {
    if (s.count == 0) {
      write_absent(result);
      return;
    }
    const double average = s.finite()
                               ? exact::nearest_quotient<1>(s.sum.units, s.sum.exponent(), s.count)
                               : s.others.sum();
    write_present(result, real_cell(average, e));
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
  if (input.is_real()) {
    return with_forms<AverageOfReals<exact::FullForm>, AverageOfReals<exact::CompactForm>>(input,
                                                                                           result);
  }
  return input.is_decimal() ? std::optional(with_state<AverageOfDecimals>(input, result))
                            : std::nullopt;
}

}  // namespace

extern const Aggregate avg = {
    "avg",
    {"avg", "average"},
    "the arithmetic mean",
    "Of integers it is an integer, rounded toward zero. Of real numbers it is the exact mean, "
    "rounded once. Absent without values.",
    "output mean @1s := score.aggregate(over: 10s, using: avg).defaults(to: 0.0)",
    "numbers",
    true,
    false,
    &bind,
    AggregateEnds::EndByEnd,
    true};

}  // namespace fairmon::builtins::aggregate_entries
