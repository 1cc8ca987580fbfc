#include "builtins/evidence/pairs.hpp"

#include <algorithm>

namespace fairmon::builtins::evidence {
namespace {

double estimate(const Member& member) noexcept {
  return member.tally.trials > 0.0 ? member.tally.sum / member.tally.trials : 0.5;
}

Member member_at(const Cell* cells) noexcept {
  return {{static_cast<double>(cells[0]), static_cast<double>(cells[1])}, cells[2]};
}

}  // namespace

Members read_members(std::span<const Cell> values) {
  Members members;
  if (values.empty()) {
    return members;
  }
  members.by = compared_by(values.data());
  members.all.reserve(values.size() / kMemberCells);
  for (std::size_t i = 0; i < values.size(); i += kMemberCells) {
    members.all.push_back(member_at(values.data() + i));
  }
  sort_members(members);
  return members;
}

Comparison compared_by(const Cell* cells) noexcept {
  return {cell_double(cells[3]), cell_double(cells[4]), cells[5]};
}

void sort_members(Members& members) {
  std::sort(members.all.begin(), members.all.end(), [](const Member& a, const Member& b) {
    const double x = estimate(a);
    const double y = estimate(b);
    return x != y ? x > y : a.rank < b.rank;
  });
}

/// Looks at the pairs that are farthest apart first: mostly they settle the question.
bool some_pair_apart(const Members& members) {
  constexpr std::size_t kMany = 50;
  constexpr std::size_t kEnds = 8;
  const std::vector<Member>& all = members.all;
  const std::size_t count = all.size();
  const std::size_t reach = count > kMany ? kEnds : count;
  const Comparison& by = members.by;
  for (std::size_t high = 0; high < reach; ++high) {
    for (std::size_t low = 0; low < reach; ++low) {
      const std::size_t other = count - 1 - low;
      if (other <= high) {
        break;
      }
      const double share = pair_share(all[high].rank, all[other].rank, by.whole, by.groups);
      if (surely_exceeds(all[high].tally, all[other].tally, by.margin, share)) {
        return true;
      }
    }
  }
  return false;
}

bool is_member(const Type& type) {
  static const Type kMember =
      Type::tuple({Type::unsigned_integer(), Type::unsigned_integer(), Type::unsigned_integer(),
                   Type::floating(), Type::floating(), Type::unsigned_integer()});
  return type == kMember;
}

}  // namespace fairmon::builtins::evidence
