#include <algorithm>
#include <unordered_map>
#include <vector>

#include "reader.hpp"

int main(int, char** argv) {
  using limits::kHour;
  limits::Reader in(argv[1]);
  constexpr std::size_t kPanes = 24;
  struct Group {
    std::int64_t sum[kPanes] = {};
    std::uint32_t count[kPanes] = {};
    std::int64_t max[kPanes] = {};
  };
  std::unordered_map<std::int64_t, std::size_t> index;
  std::vector<Group> groups;
  std::uint64_t ticks = 0;
  std::uint64_t evaluations = 0;
  std::int64_t check = 0;
  std::int64_t due = kHour;
  std::int64_t now = 0;
  const auto tick = [&] {
    check = 0;
    for (Group& group : groups) {
      std::int64_t sum = 0;
      std::int64_t most = 0;
      std::uint32_t count = 0;
      for (std::size_t i = 0; i < kPanes; ++i) {
        sum += group.sum[i];
        count += group.count[i];
        most = std::max(most, group.max[i]);
      }
      check += sum + count + most;
      const std::size_t oldest = (ticks + 1) % kPanes;
      group.sum[oldest] = group.max[oldest] = 0;
      group.count[oldest] = 0;
      ++evaluations;
    }
    ++ticks;
    due += kHour;
  };
  while (in.more()) {
    now = in.time();
    while (due < now) {
      tick();
    }
    const auto [place, fresh] = index.try_emplace(in.integer(), groups.size());
    if (fresh) {
      groups.emplace_back();
    }
    Group& group = groups[place->second];
    const std::int64_t value = in.integer();
    group.sum[ticks % kPanes] += value;
    ++group.count[ticks % kPanes];
    group.max[ticks % kPanes] = std::max(group.max[ticks % kPanes], value);
  }
  while (due <= now) {
    tick();
  }
  limits::print("total", evaluations, -1);
  limits::print("number", evaluations, -1);
  limits::print("largest", evaluations, -1);
  if (check == -1) {
    return 1;  // the sums must be computed
  }
}
