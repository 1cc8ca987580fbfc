#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "builtins/catalogue.hpp"

/// Makes the row body and the column body of a function from one functor.
///
/// A functor has a static `apply` on plain C++ values. If its last parameter is `Evaluation&` it
/// may fail or look at symbols; otherwise it is pure and its dense column loop vectorises. A double
/// result that is not a number is a failure unless the functor says `kNeverNan`.
namespace fairmon::builtins {

/// The types of the language as seen by functors.
namespace as {

template <TypeKind kind, std::uint16_t bits, class NativeType>
struct Scalar {
  using Native = NativeType;
  static Type type() { return {kind, bits}; }
  static Native decode(Cell cell) noexcept { return std::bit_cast<Native>(cell); }
  static Cell encode(Native value) noexcept { return std::bit_cast<Cell>(value); }
};

struct Bool {
  using Native = bool;
  static Type type() { return Type::boolean(); }
  static bool decode(Cell cell) noexcept { return cell != 0; }
  static Cell encode(bool value) noexcept { return value ? 1U : 0U; }
};
using Int = Scalar<TypeKind::Int, 64, std::int64_t>;
using UInt = Scalar<TypeKind::UInt, 64, std::uint64_t>;
using Float = Scalar<TypeKind::Float, 64, double>;
using Prob = Scalar<TypeKind::Prob, 0, double>;
using Time = Scalar<TypeKind::Time, 0, std::int64_t>;
using Duration = Scalar<TypeKind::Duration, 0, std::int64_t>;

template <TypeKind kind>
struct Packed {
  using Native = Decimal;
  static Type type() { return {kind, 64}; }
  static Decimal decode(Cell cell) noexcept { return Decimal::unpack(cell); }
  static Cell encode(Decimal value) noexcept { return value.pack(); }
};
using Fixed = Packed<TypeKind::Fixed>;
using UFixed = Packed<TypeKind::UFixed>;

/// The number of an interned text.
struct Symbol {
  std::uint32_t number;
};
template <TypeKind kind>
struct Text {
  using Native = Symbol;
  static Type type() { return {kind, 0}; }
  static Symbol decode(Cell cell) noexcept { return {static_cast<std::uint32_t>(cell)}; }
  static Cell encode(Symbol value) noexcept { return value.number; }
};
using String = Text<TypeKind::String>;
using Bytes = Text<TypeKind::Bytes>;

}  // namespace as

template <class Functor, class Result, class... Arguments>
class Kernel {
 public:
  static constexpr bool kInContext =
      requires(Evaluation& e, typename Arguments::Native... a) { Functor::apply(a..., e); };
  static constexpr bool kMayBeNan =
      std::is_same_v<typename Result::Native, double> && !requires { Functor::kNeverNan; };

  static Cell scalar(const Cell* arguments, Evaluation& evaluation) {
    return scalar_at(arguments, evaluation, Sequence());
  }

  static void column(const ColumnCall& call) {
    if constexpr (kInContext) {
      in_context(call, Sequence());
    } else if (call.rows != nullptr) {
      selected(call, Sequence());
    } else {
      dense(call, Sequence());
    }
  }

 private:
  using Sequence = std::index_sequence_for<Arguments...>;
  using Native = typename Result::Native;

  template <std::size_t... I>
  static Cell scalar_at(const Cell* arguments, Evaluation& evaluation, std::index_sequence<I...>) {
    Native value;
    if constexpr (kInContext) {
      value = Functor::apply(Arguments::decode(arguments[I])..., evaluation);
      if (evaluation.failure != Failure::None) {
        return 0;
      }
    } else {
      value = Functor::apply(Arguments::decode(arguments[I])...);
    }
    if constexpr (kMayBeNan) {
      if (value != value) {
        return evaluation.fail(Failure::NotANumber, sizeof...(I) > 0 ? arguments[0] : 0);
      }
    }
    return Result::encode(value);
  }

  template <std::size_t... I>
  static void in_context(const ColumnCall& call, std::index_sequence<I...> sequence) {
    for (std::uint32_t k = 0; k < call.count; ++k) {
      const std::uint32_t row = call.rows != nullptr ? call.rows[k] : k;
      const Cell arguments[sizeof...(I) + 1] = {call.arguments[I][row]..., 0};
      if (call.now_ns != nullptr) {
        call.evaluation->now_ns = call.now_ns[row];
      }
      call.evaluation->failure = Failure::None;
      call.result[row] = scalar_at(arguments, *call.evaluation, sequence);
      if (call.evaluation->failure != Failure::None) {
        note_failure(call, row);
        call.evaluation->failure = Failure::None;
      }
    }
  }

  template <std::size_t... I>
  static void dense(const ColumnCall& call, std::index_sequence<I...>) {
    if (dense_loop(call.count, call.result, call.arguments[I]...)) {
      for (std::uint32_t row = 0; row < call.count; ++row) {
        check_nan(call, row);
      }
    }
  }

  /// Plain pointers, no calls, no early exit: this is the loop that must vectorise.
  template <class... Columns>
  static bool dense_loop(std::uint32_t count, Cell* result, Columns... columns) {
    std::uint64_t odd = 0;
    for (std::uint32_t row = 0; row < count; ++row) {
      const Native value = Functor::apply(Arguments::decode(columns[row])...);
      result[row] = Result::encode(value);
      if constexpr (kMayBeNan) {
        odd |= value != value ? 1U : 0U;
      }
    }
    return odd != 0;
  }

  template <std::size_t... I>
  static void selected(const ColumnCall& call, std::index_sequence<I...>) {
    for (std::uint32_t k = 0; k < call.count; ++k) {
      const std::uint32_t row = call.rows[k];
      call.result[row] =
          Result::encode(Functor::apply(Arguments::decode(call.arguments[I][row])...));
      if constexpr (kMayBeNan) {
        check_nan(call, row);
      }
    }
  }

  static void check_nan(const ColumnCall& call, std::uint32_t row) {
    if constexpr (kMayBeNan) {
      const double value = Result::decode(call.result[row]);
      if (value != value) {
        call.result[row] = 0;
        call.failed_rows->push_back({row, Failure::NotANumber, 0, 0});
      }
    }
  }

  static void note_failure(const ColumnCall& call, std::uint32_t row) {
    const Evaluation& e = *call.evaluation;
    call.failed_rows->push_back({row, e.failure, e.offender, e.culprit});
  }
};

/// The overload that `Functor` gives for these types.
template <class Functor, class Result, class... Arguments>
[[nodiscard]] Overload overload() {
  using K = Kernel<Functor, Result, Arguments...>;
  Overload made;
  made.arguments = {Arguments::type()...};
  made.result = Result::type();
  made.scalar = &K::scalar;
  made.column = &K::column;
  made.can_fail = K::kInContext || K::kMayBeNan;
  return made;
}

/// Words for people about one entry.
struct Docs {
  std::string_view summary;
  std::string_view documentation;
  std::string_view example;
};

[[nodiscard]] Function make_operator(std::string_view name, Notation notation, Docs docs,
                                     std::vector<Overload> overloads);
[[nodiscard]] Function make_function(std::string_view name, std::string_view module,
                                     std::vector<std::string_view> argument_names, Docs docs,
                                     std::vector<Overload> overloads);
/// The entry with one of its properties.
[[nodiscard]] inline Function with(Function made, bool Function::* property) {
  made.*property = true;
  return made;
}
[[nodiscard]] inline Function with_bounds(Function made,
                                          Bounds (*bounds)(std::span<const Bounds>)) {
  made.bounds = bounds;
  return made;
}
/// The function, with what it does to intervals.
[[nodiscard]] Function with_ends(EndRule rule, Function function);
[[nodiscard]] Function make_check(std::string_view name, std::string_view summary,
                                  std::vector<Overload> overloads);

}  // namespace fairmon::builtins
