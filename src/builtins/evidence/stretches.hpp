#pragma once

#include <cstdint>
#include <span>

#include "builtins/evidence/pairs.hpp"

/// Instances with their counts since the present block of every scale began, on their way through
/// an aggregation. What every value carries: what a member of a comparison does (its error being
/// that of all blocks), trials before its latest one, and per scale its packed counts where the
/// block of that latest trial began.
namespace fairmon::builtins::evidence {

inline constexpr std::size_t kStretchBefore = kMemberCells;
inline constexpr std::size_t kStretchStarts = kStretchBefore + 1;
inline constexpr std::size_t kStretchCells = kStretchStarts + (kLastScale - kFirstScale + 1);

// A block has far fewer trials than 2^32, so that differences of packed counts are exact.
[[nodiscard]] inline std::uint64_t hits_since(std::uint64_t hits, std::uint64_t start) noexcept {
  return (hits - (start >> 32U)) & 0xFFFF'FFFFU;
}
[[nodiscard]] inline std::uint64_t trials_since(std::uint64_t trials,
                                                std::uint64_t start) noexcept {
  return (trials - start) & 0xFFFF'FFFFU;
}

/// The largest scale on whose present block two rates certainly differ by more than the margin; 0
/// if there is none. First blocks are the whole history, which is looked at by others.
[[nodiscard]] std::uint64_t longest_stretch_apart(std::span<const Cell> values);

[[nodiscard]] bool is_stretch_member(const Type& type);

}  // namespace fairmon::builtins::evidence
