#include <algorithm>

#include "reader.hpp"

// Everybody's counter goes up day by day. Whoever came first leaves first, so that the living stand
// side by side in the order they came.
namespace {
constexpr std::size_t kMost = 1 << 20;
constexpr std::uint32_t kLife = 730;
limits::Numbers<18> persons;
std::uint32_t place[1 << 18];  // of a person's newest counter, plus one
std::uint32_t counters[kMost];

struct Day {
  std::uint64_t together;
  std::uint32_t longest;
};

__attribute__((target_clones("avx2", "default"))) Day count_day(std::uint32_t first,
                                                                std::uint32_t end) {
  Day day{0, 0};
  for (std::uint32_t i = first; i < end; ++i) {
    ++counters[i];
    day.together += counters[i];
    day.longest = std::max(day.longest, counters[i]);
  }
  return day;
}
}  // namespace

int main(int, char** argv) {
  using limits::kDay;
  limits::Reader in(argv[1]);
  std::uint64_t evaluations = 0;
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  std::uint64_t days = 0;
  Day day{0, 0};
  std::uint32_t living = 0;
  std::int64_t now = 0;
  const auto tick = [&] {
    ++days;
    day = count_day(first, end);
    living = end - first;
    evaluations += living;
    while (first < end && counters[first] == kLife) {
      ++first;
    }
  };
  while (in.more()) {
    now = in.time();
    while (static_cast<std::int64_t>(days + 1) * kDay < now) {
      tick();
    }
    std::uint32_t& newest = place[persons.of(static_cast<std::uint64_t>(in.integer()))];
    if (newest <= first) {
      counters[end] = 0;
      newest = ++end;
    }
  }
  while (static_cast<std::int64_t>(days + 1) * kDay <= now) {
    tick();
  }
  limits::print("days", evaluations, -1);
  limits::print("living", days, living);
  limits::print("longest", days, day.longest);
  limits::print("together", days, static_cast<double>(day.together));
}
