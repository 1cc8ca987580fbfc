#pragma once

#include <cstring>
#include <type_traits>

#include "builtins/decimal.hpp"
#include "builtins/double_double.hpp"
#include "builtins/kernels.hpp"

/// Turns a class with a plain state into the functions of a BoundAggregate. The class has
///   struct State                                      (cells only: 8-byte members)
///   static void add(State&, const Cell* value, std::int64_t time_ns)
///   static void merge(State&, const State& later)
///   static void remove(State&, const Cell*, std::int64_t)   (if it is invertible)
///   static void finish(const State&, Cell* result, Evaluation&)
namespace fairmon::builtins {

template <class A>
class StateFunctions {
 public:
  using State = typename A::State;
  static_assert(sizeof(State) % sizeof(Cell) == 0 && std::is_trivially_copyable_v<State>);
  static constexpr std::uint32_t kCells = sizeof(State) / sizeof(Cell);
  static constexpr bool kInvertible = requires(State& s, const Cell* c) { A::remove(s, c, 0); };

  static void start(Cell* cells) { store(cells, State{}); }
  static void add(Cell* cells, const Cell* value, std::int64_t time_ns) {
    State state = load(cells);
    A::add(state, value, time_ns);
    store(cells, state);
  }
  static void remove(Cell* cells, const Cell* value, std::int64_t time_ns) {
    if constexpr (kInvertible) {
      State state = load(cells);
      A::remove(state, value, time_ns);
      store(cells, state);
    }
  }
  static void merge(Cell* cells, const Cell* later) {
    State state = load(cells);
    A::merge(state, load(later));
    store(cells, state);
  }
  static void add_rows(Cell* states, const AggregateRows& rows) {
    if (rows.slots == nullptr) {
      // One state for all rows stays in registers.
      State state = load(states);
      for (std::uint32_t row = rows.from; row < rows.to; ++row) {
        if (rows.has[row] != 0) {
          A::add(state, rows.values + row, rows.times[row].ns);
        }
      }
      store(states, state);
      return;
    }
    for (std::uint32_t row = rows.from; row < rows.to; ++row) {
      if (rows.has[row] != 0) {
        Cell* cells = states + std::size_t{rows.slots[row]} * kCells;
        add(cells, rows.values + row, rows.times[row].ns);
      }
    }
  }
  static void merge_all(Cell* states, const Cell* later, std::size_t num_states) {
    for (std::size_t i = 0; i < num_states; ++i) {
      merge(states + i * kCells, later + i * kCells);
    }
  }
  static void finish(const Cell* cells, Cell* result, Evaluation& evaluation) {
    A::finish(load(cells), result, evaluation);
  }

 private:
  static State load(const Cell* cells) {
    State state;
    std::memcpy(static_cast<void*>(&state), cells, sizeof state);
    return state;
  }
  static void store(Cell* cells, const State& state) { std::memcpy(cells, &state, sizeof state); }
};

template <class A>
[[nodiscard]] BoundAggregate with_state(const Type& input, Type result, bool rounds = false) {
  using F = StateFunctions<A>;
  BoundAggregate bound;
  bound.input = input;
  bound.result = std::move(result);
  bound.algebra = F::kInvertible ? Algebra::Invertible : Algebra::Mergeable;
  bound.state_cells = F::kCells;
  bound.start = &F::start;
  bound.add = &F::add;
  bound.remove = F::kInvertible ? &F::remove : nullptr;
  bound.merge = &F::merge;
  bound.add_rows = &F::add_rows;
  bound.merge_all = &F::merge_all;
  bound.finish = &F::finish;
  bound.rounds = rounds;
  return bound;
}

/// A number of any numeric type as a double.
template <class Tag>
[[nodiscard]] double as_double(Cell cell) noexcept {
  if constexpr (std::is_same_v<typename Tag::Native, Decimal>) {
    return Tag::decode(cell).to_double();
  } else {
    return static_cast<double>(Tag::decode(cell));
  }
}

/// Writes a present optional.
inline void write_present(Cell* result, Cell value) noexcept {
  result[0] = 1;
  result[1] = value;
}
inline void write_absent(Cell* result, std::uint32_t cells = 1) noexcept {
  for (std::uint32_t i = 0; i <= cells; ++i) {
    result[i] = 0;
  }
}

/// A real result, or the failure that it is not a number.
[[nodiscard]] inline Cell real_cell(double value, Evaluation& e) noexcept {
  return value != value ? e.fail(Failure::NotANumber, 0) : cell_of(value);
}

/// Calls `make.template operator()<Tag>()` for the numeric kind of the type; nothing for others.
template <class Make>
[[nodiscard]] std::optional<BoundAggregate> for_numbers(const Type& type, Make make) {
  if (type.is(TypeKind::Int)) {
    return make.template operator()<as::Int>();
  }
  if (type.is(TypeKind::UInt)) {
    return make.template operator()<as::UInt>();
  }
  if (type.is(TypeKind::Float)) {
    return make.template operator()<as::Float>();
  }
  if (type.is(TypeKind::Prob)) {
    return make.template operator()<as::Prob>();
  }
  if (type.is(TypeKind::Fixed)) {
    return make.template operator()<as::Fixed>();
  }
  if (type.is(TypeKind::UFixed)) {
    return make.template operator()<as::UFixed>();
  }
  return std::nullopt;
}

/// A total order on numbers: -0.0 before 0.0, 1.0 before 1.00, so that the smallest of several
/// equal values does not depend on the order in which they came.
template <class Tag>
[[nodiscard]] bool before(Cell a, Cell b) noexcept {
  if constexpr (std::is_same_v<typename Tag::Native, Decimal>) {
    const int order = compare(Tag::decode(a), Tag::decode(b));
    return order != 0 ? order < 0 : Tag::decode(a).scale < Tag::decode(b).scale;
  } else if constexpr (std::is_same_v<typename Tag::Native, double>) {
    const double x = Tag::decode(a);
    const double y = Tag::decode(b);
    return x != y ? x < y : std::signbit(x) && !std::signbit(y);
  } else {
    return Tag::decode(a) < Tag::decode(b);
  }
}

}  // namespace fairmon::builtins
