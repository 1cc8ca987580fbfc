#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "reader.hpp"

int main(int, char** argv) {
  limits::Reader in(argv[1]);
  std::unordered_map<std::string_view, std::size_t> index;
  struct Group {
    std::uint64_t positives = 0;
    std::uint64_t hits = 0;
    double rate = -1;
  };
  std::vector<Group> groups;
  std::uint64_t events = 0;
  std::uint64_t fired = 0;
  double diff = 0;
  while (in.more()) {
    in.time();
    const auto [place, fresh] = index.try_emplace(in.text(), groups.size());
    if (fresh) {
      groups.emplace_back();
    }
    const bool truth = in.boolean();
    const bool pred = in.boolean();
    if (truth) {
      Group& group = groups[place->second];
      ++group.positives;
      group.hits += pred ? 1U : 0U;
      group.rate = static_cast<double>(group.hits) / static_cast<double>(group.positives);
    }
    double low = 2;
    double high = -1;
    for (const Group& group : groups) {
      if (group.rate >= 0) {
        low = std::min(low, group.rate);
        high = std::max(high, group.rate);
      }
    }
    diff = high < 0 ? 0 : high - low;
    fired += diff > 0.05 ? 1U : 0U;
    ++events;
  }
  limits::print("diff", events, diff);
  limits::print("trigger_0", fired, 0);
}
