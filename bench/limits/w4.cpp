#include <algorithm>
#include <unordered_map>
#include <vector>

#include "reader.hpp"

int main(int, char** argv) {
  using limits::kHour;
  limits::Reader in(argv[1]);
  constexpr std::size_t kPanes = 24;
  struct Pair {
    std::uint32_t count[kPanes] = {};
    std::uint32_t yes[kPanes] = {};
    std::uint32_t all = 0;
    std::uint32_t good = 0;
  };
  std::unordered_map<std::string_view, std::size_t> platforms;
  std::unordered_map<std::string_view, std::size_t> languages;
  std::unordered_map<std::size_t, std::size_t> pairs;
  std::vector<Pair> state;
  std::uint64_t ticks = 0;
  std::uint64_t fired = 0;
  std::uint64_t evaluations = 0;
  double low = 0;
  double high = 0;
  std::int64_t due = kHour;
  std::int64_t now = 0;
  const auto tick = [&] {
    low = 2;
    high = 0;
    const std::size_t oldest = (ticks + 1) % kPanes;
    for (Pair& pair : state) {
      const double ratio =
          pair.all == 0 ? 0 : static_cast<double>(pair.good) / static_cast<double>(pair.all);
      low = std::min(low, ratio);
      high = std::max(high, ratio);
      pair.all -= pair.count[oldest];
      pair.good -= pair.yes[oldest];
      pair.count[oldest] = pair.yes[oldest] = 0;
      ++evaluations;
    }
    low = state.empty() ? 0 : low;
    fired += high - low > 0.9 ? 1U : 0U;
    ++ticks;
    due += kHour;
  };
  while (in.more()) {
    now = in.time();
    while (due < now) {
      tick();
    }
    const std::size_t platform = platforms.try_emplace(in.text(), platforms.size()).first->second;
    const std::size_t language = languages.try_emplace(in.text(), languages.size()).first->second;
    const auto [place, fresh] = pairs.try_emplace(platform * 65536 + language, state.size());
    if (fresh) {
      state.emplace_back();
    }
    Pair& pair = state[place->second];
    const std::uint32_t yes = in.boolean() ? 1 : 0;
    ++pair.count[ticks % kPanes];
    ++pair.all;
    pair.yes[ticks % kPanes] += yes;
    pair.good += yes;
  }
  while (due <= now) {
    tick();
  }
  limits::print("ratio", evaluations, -1);
  limits::print("lowest", ticks, low);
  limits::print("highest", ticks, high);
  limits::print("trigger_0", fired, 0);
}
