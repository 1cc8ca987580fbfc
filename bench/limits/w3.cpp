#include <algorithm>

#include "reader.hpp"

namespace {
limits::Numbers<8> groups;
struct Group {
  std::uint64_t positives;
  std::uint64_t hits;
  double rate;
} state[256];
}  // namespace

int main(int, char** argv) {
  limits::Reader in(argv[1]);
  std::uint64_t events = 0;
  std::uint64_t fired = 0;
  double diff = 0;
  while (in.more()) {
    in.time();
    Group& group = state[groups.of(in.text())];
    const bool truth = in.boolean();
    const bool pred = in.boolean();
    if (truth) {
      ++group.positives;
      group.hits += pred ? 1U : 0U;
      group.rate = static_cast<double>(group.hits) / static_cast<double>(group.positives);
      double low = 2;
      double high = -1;
      for (std::uint32_t i = 0; i < groups.size(); ++i) {
        const bool known = state[i].positives > 0;
        low = std::min(low, known ? state[i].rate : 2);
        high = std::max(high, known ? state[i].rate : -1);
      }
      diff = high - low;
    }
    fired += diff > 0.05 ? 1U : 0U;
    ++events;
  }
  limits::print("diff", events, diff);
  limits::print("trigger_0", fired, 0);
}
