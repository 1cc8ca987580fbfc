#include "reader.hpp"

int main(int, char** argv) {
  using limits::kSecond;
  limits::Reader in(argv[1]);
  constexpr int kPanes = 6;
  std::uint64_t count[kPanes] = {};
  std::uint64_t yes[kPanes] = {};
  std::uint64_t ticks = 0;
  std::uint64_t fired = 0;
  double share = 0;
  std::int64_t due = 10 * kSecond;
  std::int64_t now = 0;
  const auto tick = [&] {
    std::uint64_t all = 0;
    std::uint64_t good = 0;
    for (int i = 0; i < kPanes; ++i) {
      all += count[i];
      good += yes[i];
    }
    share = all == 0 ? 0 : static_cast<double>(good) / static_cast<double>(all);
    fired += share < 0.3 ? 1U : 0U;
    ++ticks;
    due += 10 * kSecond;
    count[ticks % kPanes] = yes[ticks % kPanes] = 0;
  };
  while (in.more()) {
    now = in.time();
    while (due < now) {
      tick();
    }
    ++count[ticks % kPanes];
    yes[ticks % kPanes] += in.boolean() ? 1U : 0U;
  }
  while (due <= now) {
    tick();
  }
  limits::print("share", ticks, share);
  limits::print("trigger_0", fired, 0);
}
