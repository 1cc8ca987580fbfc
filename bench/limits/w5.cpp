#include "reader.hpp"

// Does not tick per person: all that is asked for is how many counters were evaluated, and those
// can be counted by the days between first event and close.
namespace {
constexpr std::size_t kMostDays = 1 << 14;
constexpr std::uint64_t kLife = 730;
limits::Numbers<18> persons;
std::uint64_t ends[1 << 18];  // day on which a person's counter closes; 0: never seen
std::uint64_t closing[kMostDays];
}  // namespace

int main(int, char** argv) {
  using limits::kDay;
  limits::Reader in(argv[1]);
  std::uint64_t evaluations = 0;
  std::uint64_t alive = 0;
  std::uint64_t days = 0;
  std::int64_t now = 0;
  const auto tick = [&] {
    ++days;
    evaluations += alive;
    alive -= closing[days];
  };
  while (in.more()) {
    now = in.time();
    while (static_cast<std::int64_t>(days + 1) * kDay < now) {
      tick();
    }
    std::uint64_t& end = ends[persons.of(static_cast<std::uint64_t>(in.integer()))];
    if (end <= days) {
      end = days + kLife;
      ++closing[end];
      ++alive;
    }
  }
  while (static_cast<std::int64_t>(days + 1) * kDay <= now) {
    tick();
  }
  limits::print("days", evaluations, -1);
}
