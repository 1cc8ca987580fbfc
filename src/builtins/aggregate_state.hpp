#pragma once

#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "builtins/decimal.hpp"
#include "builtins/kernels.hpp"

/// Turns a class with a plain state into the functions of a BoundAggregate. The class has
///   struct State                                      (cells only: 8-byte members)
///   static bool add(State&, const Cell* value, std::int64_t time_ns)
///   static void add_many(State&, std::uint64_t number)      (if values do not matter)
///   static void add_all(State&, const Cell* values, std::uint32_t count)  (if that is quicker)
///   static bool merge(State&, const State& later)
///   static bool remove(State&, const Cell*, std::int64_t)   (if it is invertible)
///   static bool unmerge(State&, const State& part)          (likewise)
///   static void finish(const State&, Cell* result, Evaluation&)
/// Operations that always fit may return void; others say false, and leave the state undefined.
namespace fairmon::builtins {

template <class A>
class StateFunctions {
 public:
  using State = typename A::State;
  static_assert(sizeof(State) % sizeof(Cell) == 0 && std::is_trivially_copyable_v<State>);
  static constexpr std::uint32_t kCells = sizeof(State) / sizeof(Cell);
  static constexpr bool kInvertible = requires(State& s, const Cell* c) {
    A::remove(s, c, 0);
    A::unmerge(s, s);
  };
  static constexpr bool kAlwaysFits =
      requires(State& s, const Cell* c) { requires std::is_void_v<decltype(A::add(s, c, 0))>; };

  [[nodiscard]] static StateForm form() {
    StateForm form;
    form.state_cells = kCells;
    form.start = &start;
    form.add = &add;
    form.merge = &merge;
    form.add_rows = &add_rows;
    form.merge_slots = &merge_slots;
    if constexpr (kInvertible) {
      form.remove = &remove;
      form.unmerge = &unmerge;
      form.unmerge_slots = &unmerge_slots;
    }
    form.finish = &finish;
    form.finish_slots = &finish_slots;
    return form;
  }

  static State load(const Cell* cells) {
    State state;
    std::memcpy(static_cast<void*>(&state), cells, sizeof state);
    return state;
  }
  static void store(Cell* cells, const State& state) { std::memcpy(cells, &state, sizeof state); }

 private:
  /// A number, or perhaps one, unless the class says otherwise.
  static constexpr std::size_t kResultCells = [] {
    if constexpr (requires { A::kResultCells; }) {
      return A::kResultCells;
    } else {
      return std::size_t{2};
    }
  }();

  static void start(Cell* cells) { store(cells, State{}); }
  static bool add(Cell* cells, const Cell* value, std::int64_t time_ns) {
    return change(cells, [&](State& state) { return A::add(state, value, time_ns); });
  }
  static bool remove(Cell* cells, const Cell* value, std::int64_t time_ns) {
    return change(cells, [&](State& state) { return A::remove(state, value, time_ns); });
  }
  static bool merge(Cell* cells, const Cell* later) {
    return change(cells, [&](State& state) { return A::merge(state, load(later)); });
  }
  static bool unmerge(Cell* cells, const Cell* part) {
    return change(cells, [&](State& state) { return A::unmerge(state, load(part)); });
  }
  static std::uint32_t add_rows(Cell* states, const AggregateRows& rows) {
    if constexpr (kAlwaysFits) {
      if (rows.slots == nullptr) {
        // One state for all rows stays in registers.
        State state = load(states);
        if (rows.has == nullptr) {
          if constexpr (requires { A::add_many(state, 1U); }) {
            A::add_many(state, rows.to - rows.from);
            store(states, state);
            return rows.to;
          }
          if constexpr (requires { A::add_all(state, rows.values, 1U); }) {
            A::add_all(state, rows.values + rows.from, rows.to - rows.from);
            store(states, state);
            return rows.to;
          }
          for (std::uint32_t row = rows.from; row < rows.to; ++row) {
            A::add(state, rows.values + row, rows.times[row].ns);
          }
        } else {
          for (std::uint32_t row = rows.from; row < rows.to; ++row) {
            if (rows.has[row] != 0) {
              A::add(state, rows.values + row, rows.times[row].ns);
            }
          }
        }
        store(states, state);
        return rows.to;
      }
    }
    for (std::uint32_t row = rows.from; row < rows.to; ++row) {
      const std::size_t slot = rows.slots == nullptr ? 0 : rows.slots[row];
      if ((rows.has == nullptr || rows.has[row] != 0) &&
          !add(states + slot * kCells, rows.values + row, rows.times[row].ns)) {
        return row;
      }
    }
    return rows.to;
  }
  static std::size_t merge_slots(Cell* states, std::span<const std::uint32_t> slots,
                                 const Cell* parts) {
    std::size_t i = 0;
    while (i < slots.size() && merge(states + slots[i] * std::size_t{kCells}, parts + i * kCells)) {
      ++i;
    }
    return i;
  }
  static std::size_t unmerge_slots(Cell* states, std::span<const std::uint32_t> slots,
                                   const Cell* parts) {
    std::size_t i = 0;
    while (i < slots.size() &&
           unmerge(states + slots[i] * std::size_t{kCells}, parts + i * kCells)) {
      ++i;
    }
    return i;
  }
  static void finish(const Cell* cells, Cell* result, Evaluation& evaluation) {
    A::finish(load(cells), result, evaluation);
  }
  static bool finish_slots(const Cell* states, std::span<const std::uint32_t> slots,
                           const AggregateResults& results) {
    bool failed = false;
    for (const std::uint32_t slot : slots) {
      Evaluation evaluation;
      std::array<Cell, kResultCells> result{};
      finish(states + std::size_t{slot} * kCells, result.data(), evaluation);
      for (std::uint32_t cell = 0; cell < results.num_columns; ++cell) {
        results.columns[cell][slot] = result[cell];
      }
      results.failures[slot] = evaluation.failure;
      failed |= evaluation.failure != Failure::None;
    }
    return failed;
  }

  template <class Change>
  static bool change(Cell* cells, Change&& change) {
    State state = load(cells);
    if constexpr (std::is_void_v<decltype(change(state))>) {
      change(state);
    } else if (!change(state)) {
      return false;
    }
    store(cells, state);
    return true;
  }
};

template <class A>
[[nodiscard]] BoundAggregate with_state(const Type& input, Type result) {
  using F = StateFunctions<A>;
  BoundAggregate bound;
  static_cast<StateForm&>(bound) = F::form();
  bound.input = input;
  bound.result = std::move(result);
  bound.algebra = F::kInvertible ? Algebra::Invertible : Algebra::Mergeable;
  return bound;
}

/// With a compact form beside the one that fits in any case, `Full`, which can be made of it.
template <class Full, class Compact>
[[nodiscard]] BoundAggregate with_forms(const Type& input, Type result) {
  using F = StateFunctions<Full>;
  using C = StateFunctions<Compact>;
  BoundAggregate bound = with_state<Full>(input, std::move(result));
  bound.compact = C::form();
  bound.widen = [](const Cell* compact, Cell* state) {
    F::store(state, Full::widened(C::load(compact)));
  };
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
