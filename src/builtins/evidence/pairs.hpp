#pragma once

#include "builtins/evidence/joint_bound.hpp"
#include "builtins/evidence/shares.hpp"
#include "builtins/kernels.hpp"

/// Pairs of instances on their way through an aggregation. What every value carries: hits, trials,
/// rank of the instance, and, the same for all, margin, error and announced groups.
namespace fairmon::builtins::evidence {

inline constexpr std::size_t kMemberCells = 6;

struct Member {
  Tally tally;
  std::uint64_t rank = 0;
};

struct Comparison {
  double margin = 0.0;
  double whole = 0.0;
  std::uint64_t groups = 0;
};

struct Members {
  std::vector<Member> all;  ///< from the highest estimate to the lowest
  Comparison by;
};

[[nodiscard]] Members read_members(std::span<const Cell> values);
/// What the values have in common, of which one is given.
[[nodiscard]] Comparison compared_by(const Cell* cells) noexcept;
/// From the highest estimate to the lowest.
void sort_members(Members& members);

/// Whether two of them certainly differ by more than the margin. With very many members only those
/// at both ends are looked at.
[[nodiscard]] bool some_pair_apart(const Members& members);

/// The type of a value: hits, trials, rank, margin, error, groups.
[[nodiscard]] bool is_member(const Type& type);

}  // namespace fairmon::builtins::evidence
