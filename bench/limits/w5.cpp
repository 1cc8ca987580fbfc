#include <algorithm>
#include <unordered_map>
#include <vector>

#include "reader.hpp"

// Does not tick per person: all that is asked for is how many counters were evaluated, and those
// can be counted by the days between first event and close.
int main(int, char** argv) {
  using limits::kDay;
  limits::Reader in(argv[1]);
  std::unordered_map<std::int64_t, std::size_t> alive;
  std::vector<std::vector<std::int64_t>> closing;  // persons by the day they close
  std::uint64_t evaluations = 0;
  std::uint64_t days = 0;
  std::int64_t now = 0;
  const auto tick = [&] {
    ++days;
    evaluations += alive.size();
    if (days < closing.size()) {
      for (const std::int64_t person : closing[days]) {
        alive.erase(person);
      }
    }
  };
  while (in.more()) {
    now = in.time();
    while (static_cast<std::int64_t>(days + 1) * kDay < now) {
      tick();
    }
    const std::int64_t person = in.integer();
    if (alive.try_emplace(person, days).second) {
      closing.resize(std::max<std::size_t>(closing.size(), days + 731));
      closing[days + 730].push_back(person);
    }
  }
  while (static_cast<std::int64_t>(days + 1) * kDay <= now) {
    tick();
  }
  limits::print("days", evaluations, -1);
}
