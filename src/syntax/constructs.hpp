#pragma once

#include <span>
#include <string_view>

/// Accesses and other forms that are written like calls but are no functions: their names stand
/// here once, for whoever reads, completes or paces them.
namespace fairmon::syntax {

struct Construct {
  std::string_view name;
  bool method = false;    ///< `s.name(…)`
  bool function = false;  ///< `name(…)`
  /// Has a value whenever it is asked, so that nobody waits for its stream.
  bool asynchronous = false;
  bool of_conditions = false;  ///< as a method: of a Bool only
};

[[nodiscard]] std::span<const Construct> constructs();
/// Null if there is none of that name.
[[nodiscard]] const Construct* find_construct(std::string_view name);

/// Aggregations that may be methods, `s.count(10s)` for `s.aggregate(over: 10s, using: count)`, as
/// the released tools have them; others are understood too.
[[nodiscard]] std::span<const std::string_view> short_windows();

}  // namespace fairmon::syntax
