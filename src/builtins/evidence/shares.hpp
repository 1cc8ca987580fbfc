#pragma once

#include <cstdint>

/// How the error of a formula is split over instances, pairs of instances and time. Each split adds
/// up to at most the whole, however many there will be.
namespace fairmon::builtins::evidence {

/// Of the `rank`-th instance ever born (from 1; 0 has nothing). The first `groups` get nine tenths.
[[nodiscard]] double instance_share(std::uint64_t rank, double whole,
                                    std::uint64_t groups) noexcept;

/// Of the pair of the `first`-th and the `second`-th instance.
[[nodiscard]] double pair_share(std::uint64_t first, std::uint64_t second, double whole,
                                std::uint64_t groups) noexcept;

/// Of the `number`-th fresh sample (from 1).
[[nodiscard]] double sample_share(std::uint64_t number, double whole) noexcept;

/// Blocks of 2^l trials, from the shortest to the longest that `recent` looks at.
inline constexpr std::uint32_t kFirstScale = 6;
inline constexpr std::uint32_t kLastScale = 24;

/// Of the error for all blocks, what those of a scale get.
[[nodiscard]] double scale_share(std::uint32_t scale, double whole) noexcept;
/// Of the error of a scale, what its block with so many trials before it gets.
[[nodiscard]] double block_share(double whole, std::uint64_t before, std::uint64_t scale) noexcept;

}  // namespace fairmon::builtins::evidence
