#pragma once

#include <fairmon/value.hpp>

#include <cstddef>
#include <cstdint>

#include "plugins/inputs/csv/rows.hpp"

namespace fairmon::plugins::csv {

/// Readers of one field of many rows, several rows at a time. Each begins at row `from`, goes on
/// while it meets nothing but numbers written plainly (a minus, at most 15 digits, a point among
/// them), and returns the first row it did not read: that one is for a slower reader. Results
/// stand at the row's number. 16 bytes before the text must be readable.
struct DecimalReaders {
  /// Floats, each the double nearest to what is written.
  std::size_t (*reals)(const Rows& rows, std::size_t field, std::size_t from, Cell* cells);
  /// Whole numbers, signed.
  std::size_t (*wholes)(const Rows& rows, std::size_t field, std::size_t from, Cell* cells);
  /// Whole numbers without a minus.
  std::size_t (*naturals)(const Rows& rows, std::size_t field, std::size_t from, Cell* cells);
  /// Seconds, not negative, with up to nine digits behind the point, as nanoseconds.
  std::size_t (*seconds)(const Rows& rows, std::size_t field, std::size_t from, std::int64_t* ns);
};

#ifdef __x86_64__
extern const DecimalReaders kDecimalsAvx2;
#endif

/// The fastest this processor can run; where there is none, readers that read no row.
[[nodiscard]] const DecimalReaders& best_decimals() noexcept;

}  // namespace fairmon::plugins::csv
