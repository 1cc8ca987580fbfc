#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ir/program.hpp"
#include "syntax/ast.hpp"

/// Numbers as written, read exactly.
namespace fairmon::sema::structure {

/// numerator / denominator, reduced, denominator positive.
struct Rational {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
};

/// A literal such as `-3`, `0.25`, `1e3`, `0xff`; nothing if it does not fit.
[[nodiscard]] std::optional<Rational> exact_value(std::string_view text);
/// Whether a literal is written as an integer.
[[nodiscard]] bool is_integer_text(std::string_view text);
/// The integer a literal stands for, if it fits 64 bits with sign.
[[nodiscard]] std::optional<std::int64_t> integer_value(std::string_view text);
/// Whether a Decimal holds a literal exactly: 17 digits, 28 of them behind the point.
[[nodiscard]] bool fits_decimal(std::string_view text);
/// The nearest double.
[[nodiscard]] double real_value(std::string_view text);

enum class PeriodProblem : std::uint8_t { None, NoUnit, UnknownUnit, NotPositive, TooLarge };
struct PeriodReading {
  ir::Period period;
  PeriodProblem problem = PeriodProblem::None;
};
/// A duration or frequency literal as an exact period in nanoseconds.
[[nodiscard]] PeriodReading period_of(const syntax::Expr& number);

/// The shortest way to write a period: `10s`, `2h`, `3Hz`.
[[nodiscard]] std::string period_text(const ir::Period& period);

/// The least common multiple, the period at which both are due; nothing if too large.
[[nodiscard]] std::optional<ir::Period> common_period(const ir::Period& a, const ir::Period& b);
/// Whether `slow` is a whole multiple of `fast`.
[[nodiscard]] bool is_multiple(const ir::Period& slow, const ir::Period& fast);

}  // namespace fairmon::sema::structure
