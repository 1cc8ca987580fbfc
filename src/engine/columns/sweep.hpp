#pragma once

#include <fairmon/value.hpp>

#include <cstdint>

#include "engine/columns/ranking.hpp"

namespace fairmon::engine {

// Questions about whole columns that are asked for every instance at every deadline.

/// Whether two columns agree somewhere.
[[nodiscard]] bool any_equal(const Cell* left, const Cell* right, std::uint32_t count) noexcept;
/// Whether a column of numbers below 2^63 is nowhere 0.
[[nodiscard]] bool all_set(const std::uint64_t* column, std::uint32_t count) noexcept;
/// Whether a column is `value` everywhere.
[[nodiscard]] bool all_are(const std::uint64_t* column, std::uint64_t value,
                           std::uint32_t count) noexcept;
/// Whether two columns agree everywhere.
[[nodiscard]] bool all_equal(const std::uint32_t* left, const std::uint32_t* right,
                             std::uint32_t count) noexcept;
/// Whether marks are all 0.
[[nodiscard]] bool none_marked(const std::uint8_t* marks, std::uint32_t count) noexcept;
/// Whether a column counts up by one from its first entry.
[[nodiscard]] bool ascends_by_one(const std::uint32_t* column, std::uint32_t count) noexcept;

/// How many marks are 1; the others are 0.
[[nodiscard]] std::uint32_t count_marked(const std::uint8_t* marks, std::uint32_t count) noexcept;
/// Marks with 1 where a column is not 0.
void mark_set(const std::uint64_t* column, std::uint8_t* marks, std::uint32_t count) noexcept;
/// Marks with 1 where a column of truth values is true, else with 0.
void mark_true(const Cell* column, std::uint8_t* marks, std::uint32_t count) noexcept;
/// The highest rank among `best` and those of the values marked in `has` (all, if it is null).
[[nodiscard]] std::uint64_t highest_rank(Ranking ranking, const Cell* values,
                                         const std::uint8_t* has, std::uint32_t count,
                                         std::uint64_t best) noexcept;

/// Writes `value` everywhere.
void set_all(std::uint64_t* column, std::uint64_t value, std::uint32_t count) noexcept;

}  // namespace fairmon::engine
