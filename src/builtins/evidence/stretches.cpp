#include "builtins/evidence/stretches.hpp"

#include <algorithm>

namespace fairmon::builtins::evidence {

std::uint64_t longest_stretch_apart(std::span<const Cell> values) {
  if (values.empty()) {
    return 0;
  }
  // Every trial enters the number of those before it: the largest is that of the latest one.
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < values.size(); i += kStretchCells) {
    before = std::max(before, values[i + kStretchBefore]);
  }
  Members members;
  members.by = compared_by(values.data());
  const double whole = members.by.whole;
  for (std::uint32_t scale = kLastScale; scale >= kFirstScale; --scale) {
    if (before >> scale == 0) {
      continue;
    }
    members.all.clear();
    for (std::size_t i = 0; i < values.size(); i += kStretchCells) {
      const Cell* cells = values.data() + i;
      if (cells[kStretchBefore] >> scale == before >> scale) {
        const Cell start = cells[kStretchStarts + scale - kFirstScale];
        members.all.push_back({{static_cast<double>(hits_since(cells[0], start)),
                                static_cast<double>(trials_since(cells[1], start))},
                               cells[2]});
      }
    }
    members.by.whole = block_share(scale_share(scale, whole), before, scale);
    sort_members(members);
    if (some_pair_apart(members)) {
      return scale;
    }
  }
  return 0;
}

bool is_stretch_member(const Type& type) {
  static const Type kMember = [] {
    std::vector<Type> parts(kStretchCells, Type::unsigned_integer());
    parts[3] = parts[4] = Type::floating();
    return Type::tuple(std::move(parts));
  }();
  return type == kMember;
}

}  // namespace fairmon::builtins::evidence
