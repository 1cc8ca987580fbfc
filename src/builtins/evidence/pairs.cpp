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
  members.by = {cell_double(values[3]), cell_double(values[4]), values[5]};
  members.all.reserve(values.size() / kMemberCells);
  for (std::size_t i = 0; i < values.size(); i += kMemberCells) {
    members.all.push_back(member_at(values.data() + i));
  }
  std::sort(members.all.begin(), members.all.end(), [](const Member& a, const Member& b) {
    const double x = estimate(a);
    const double y = estimate(b);
    return x != y ? x > y : a.rank < b.rank;
  });
  return members;
}

bool is_member(const Type& type) {
  static const Type kMember =
      Type::tuple({Type::unsigned_integer(), Type::unsigned_integer(), Type::unsigned_integer(),
                   Type::floating(), Type::floating(), Type::unsigned_integer()});
  return type == kMember;
}

}  // namespace fairmon::builtins::evidence
