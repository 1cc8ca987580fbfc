#pragma once

#include <algorithm>
#include <utility>

#include "builtins/aggregate_state.hpp"

/// The largest and the smallest of tuples: by the first component, which is a number, so that the
/// others can say whose it is.
namespace fairmon::builtins {

template <class Tag, std::size_t width, bool largest>
struct ExtremeTuple {
  static constexpr std::size_t kResultCells = width + 1;
  struct State {
    std::uint64_t present = 0;
    Cell cells[width] = {};
  };
  /// Equal numbers are told apart by what follows, so that the order of adding does not matter.
  [[nodiscard]] static bool better(const Cell* a, const Cell* b) noexcept {
    if (before<Tag>(*a, *b) || before<Tag>(*b, *a)) {
      return largest ? before<Tag>(*b, *a) : before<Tag>(*a, *b);
    }
    return std::lexicographical_compare(a + 1, a + width, b + 1, b + width);
  }
  static void add(State& s, const Cell* value, std::int64_t) noexcept {
    if (s.present == 0 || better(value, s.cells)) {
      std::copy_n(value, width, s.cells);
      s.present = 1;
    }
  }
  static void merge(State& s, const State& later) noexcept {
    if (later.present != 0) {
      add(s, later.cells, 0);
    }
  }
  static void finish(const State& s, Cell* result, Evaluation&) noexcept {
    result[0] = s.present;
    std::copy_n(s.cells, width, result + 1);
  }
};

/// Tuples of up to this many cells.
inline constexpr std::size_t kWidestTuple = 12;

template <bool largest>
[[nodiscard]] std::optional<BoundAggregate> bind_extreme_tuple(const Type& input) {
  if (!input.is(TypeKind::Tuple) || input.num_cells() < 2 || input.num_cells() > kWidestTuple) {
    return std::nullopt;
  }
  std::optional<BoundAggregate> bound;
  const auto for_width = [&]<class Tag, std::size_t... extra>(std::index_sequence<extra...>) {
    const std::size_t cells = input.num_cells();
    ((cells == extra + 2 ? void(bound = with_state<ExtremeTuple<Tag, extra + 2, largest>>(
                                    input, Type::optional(input)))
                         : void()),
     ...);
  };
  constexpr auto kExtra = std::make_index_sequence<kWidestTuple - 1>();
  const Type& first = input.parts().front();
  if (first.is(TypeKind::Float) || first.is(TypeKind::Prob)) {
    for_width.template operator()<as::Float>(kExtra);
  } else if (first.is(TypeKind::Int) || first.is(TypeKind::Time) || first.is(TypeKind::Duration)) {
    for_width.template operator()<as::Int>(kExtra);
  } else if (first.is(TypeKind::UInt)) {
    for_width.template operator()<as::UInt>(kExtra);
  }
  return bound;
}

}  // namespace fairmon::builtins
