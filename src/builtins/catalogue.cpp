#include "builtins/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "builtins/kernels.hpp"
#include "value/calendar.hpp"

namespace fairmon::builtins {

Function make_operator(std::string_view name, Notation notation, Docs docs,
                       std::vector<Overload> overloads) {
  Function made = make_function(name, "", {}, docs, std::move(overloads));
  made.kind = FunctionKind::Operator;
  made.argument_names.assign(notation.unary ? 1 : 2, "");
  made.notation = std::move(notation);
  return made;
}

Function make_function(std::string_view name, std::string_view module,
                       std::vector<std::string_view> argument_names, Docs docs,
                       std::vector<Overload> overloads) {
  Function made;
  made.name = name;
  made.module = module;
  made.argument_names = std::move(argument_names);
  made.summary = docs.summary;
  made.documentation = docs.documentation;
  made.example = docs.example;
  made.overloads = std::move(overloads);
  return made;
}

Function with_ends(EndRule rule, Function function) {
  function.ends = rule;
  return function;
}

Function make_check(std::string_view name, std::string_view summary,
                    std::vector<Overload> overloads) {
  const std::size_t count = overloads.front().arguments.size();
  Function made = make_function(name, "", std::vector<std::string_view>(count), {summary, "", ""},
                                std::move(overloads));
  made.kind = FunctionKind::Check;
  return made;
}

namespace {

/// A Prob is a Float, a UFixed a Fixed, where `widening` is allowed.
bool serves(const Type& given, const Type& wanted, bool widening) {
  if (given.kind() == wanted.kind()) {
    return true;
  }
  return widening && ((given.is(TypeKind::Prob) && wanted.is(TypeKind::Float)) ||
                      (given.is(TypeKind::UFixed) && wanted.is(TypeKind::Fixed)));
}

bool takes(const Function& function, const Overload& body, std::span<const Type> types,
           bool widening) {
  const std::size_t named = body.arguments.size();
  if (function.variadic ? types.size() < named : types.size() != named) {
    return false;
  }
  return std::equal(
      body.arguments.begin(), body.arguments.end(), types.begin(),
      [&](const Type& wanted, const Type& given) { return serves(given, wanted, widening); });
}

}  // namespace

const Overload* Function::find(std::span<const Type> types) const {
  for (const bool widening : {false, true}) {
    for (const Overload& body : overloads) {
      if (takes(*this, body, types, widening)) {
        return &body;
      }
    }
  }
  return nullptr;
}

const Overload* Function::find(std::span<const Type> types, const Type& result) const {
  for (const bool any_width : {false, true}) {
    for (const Overload& body : overloads) {
      const bool fits = any_width ? body.result.kind() == result.kind() : body.result == result;
      if (fits && takes(*this, body, types, false)) {
        // A width without an overload needs no check, not that of another width.
        return any_width && exact_width ? nullptr : &body;
      }
    }
  }
  return nullptr;
}

const Function* find_function(std::string_view name) {
  for (const auto table : {operators(), functions(), checks()}) {
    for (const Function* entry : table) {
      if (entry->name == name) {
        return entry;
      }
    }
  }
  return nullptr;
}

const Function* find_operator(std::string_view spelling, bool unary) {
  for (const Function* entry : operators()) {
    const Notation& notation = *entry->notation;
    const auto& all = notation.spellings;
    if (notation.unary == unary && std::find(all.begin(), all.end(), spelling) != all.end()) {
      return entry;
    }
  }
  return nullptr;
}

std::optional<AggregateName> find_aggregate(std::string_view spelling) {
  for (const Aggregate* entry : aggregates()) {
    const auto& all = entry->spellings;
    if (!entry->numbered && std::find(all.begin(), all.end(), spelling) != all.end()) {
      return AggregateName{entry, 0};
    }
    if (entry->numbered && spelling.starts_with(entry->name)) {
      const std::string_view digits = spelling.substr(entry->name.size());
      std::uint32_t number = 0;
      const auto [end, problem] =
          std::from_chars(digits.data(), digits.data() + digits.size(), number);
      if (problem == std::errc() && end == digits.data() + digits.size() && number <= 100) {
        return AggregateName{entry, number};
      }
    }
  }
  return std::nullopt;
}

std::string describe(Failure failure, const Type& type, Cell offender, const SymbolTable& symbols) {
  const auto shown = [&] {
    std::string text;
    append_text(text, type, &offender, symbols);
    return text;
  };
  switch (failure) {
    case Failure::None:
      return "no failure";
    case Failure::DivisionByZero:
      return "division by zero";
    case Failure::IntegerOverflow:
      return "-9223372036854775808 / -1 does not fit a 64-bit integer";
    case Failure::NotANumber:
      return "the result is not a number";
    case Failure::ProbOutOfRange:
      return fmt::format("{} is not a probability", shown());
    case Failure::WidthExceeded:
      return fmt::format("{} does not fit {}", shown(), type.to_string());
    case Failure::BadTimeText:
      return fmt::format(
          "{} is not a date or time: {}", shown(),
          value::rfc3339_problem(symbols.text(static_cast<std::uint32_t>(offender))));
    case Failure::NegativeUnsigned:
      return fmt::format(
          "{} is negative where an unsigned number is wanted; `time_diff_days` gives signed days",
          shown());
    case Failure::DecimalOverflow:
      return "the result does not fit a decimal; Float64 holds larger numbers";
    case Failure::RangeExceeded:
      return fmt::format("{} lies outside of the declared range of its values", shown());
    case Failure::TooManyInstances:
      return fmt::format(
          "{} groups are more than `recent` keeps counts for; `groups:` with a larger number "
          "makes room for them",
          shown());
    case Failure::BadParameter:
      return fmt::format("{} is no confidence: it must be finite and at least 0", shown());
  }
  return {};
}

std::string describe(const Overload& body, Failure failure, Cell offender, std::uint8_t culprit,
                     const SymbolTable& symbols) {
  if (failure == Failure::WidthExceeded || culprit >= body.arguments.size()) {
    return describe(failure, body.result, offender, symbols);
  }
  return describe(failure, body.arguments[culprit], offender, symbols);
}

}  // namespace fairmon::builtins
