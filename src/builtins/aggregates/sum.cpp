#include "builtins/aggregate_sum.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

struct SumOfIntegers : IntegerSum<as::UInt> {
  static void finish(const State& s, Cell* result, Evaluation&) noexcept { *result = s.sum; }
};
template <class Form>
struct SumOfReals : RealSum<Form> {
  using State = typename RealSum<Form>::State;
  static void finish(const State& s, Cell* result, Evaluation& e) noexcept {
    *result =
        real_cell(s.finite() ? exact::nearest(s.sum.units, s.sum.exponent()) : s.others.sum(), e);
  }
};
struct SumOfDecimals : DecimalSum {
  static void finish(const State& s, Cell* result, Evaluation& e) { *result = total(s, e).pack(); }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  if (input.is(TypeKind::Bool)) {
    return with_state<SumOfIntegers>(input, Type::unsigned_integer());
  }
  if (input.is_integer()) {
    return with_state<SumOfIntegers>(input, input);
  }
  if (input.is_real()) {
    return with_forms<SumOfReals<exact::FullForm>, SumOfReals<exact::CompactForm>>(
        input, Type::floating());
  }
  return input.is_decimal() ? std::optional(with_state<SumOfDecimals>(input, input)) : std::nullopt;
}

}  // namespace

extern const Aggregate sum = {"sum",
                              {"sum", "Σ"},
                              "the values added up",
                              "Integers wrap around at 64 bits. Real numbers are added exactly and "
                              "rounded once, so their order does not matter. Of Booleans it is "
                              "the number of true values, of probabilities a Float64. 0 without "
                              "values.",
                              "output total @1s := amount.aggregate(over: 10s, using: sum)",
                              "numbers or Bool",
                              true,
                              false,
                              &bind,
                              AggregateEnds::EndByEnd};

}  // namespace fairmon::builtins::aggregate_entries
