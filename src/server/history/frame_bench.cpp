// Views of a finished run of ten million points, and what appending costs the monitor.
#include <benchmark/benchmark.h>

#include <cmath>

#include "server/history/frame.hpp"

namespace fairmon::server {
namespace {

constexpr std::size_t kPoints = 10'000'000;

const RunHistory& long_history() {
  static const RunHistory* const kHistory = [] {
    Panel panel;
    panel.streams.push_back({0, "s", "Float64", "event", {}});
    auto* history = new RunHistory({panel}, {});
    Series& series = history->add_series(0, "");
    for (std::size_t i = 0; i < kPoints; ++i) {
      const auto x = static_cast<double>(i);
      series.append({static_cast<std::int64_t>(i) * 1'000'000}, std::sin(x / 1e4) + std::sin(x));
    }
    history->set_reached({static_cast<std::int64_t>(kPoints) * 1'000'000});
    return history;
  }();
  return *kHistory;
}

void exact_view(benchmark::State& state) {
  View view;
  view.live = false;
  view.exact = true;
  view.width = 1'000;
  const double length = 1e4 / static_cast<double>(state.range(0));
  view.from = 1e4 * 0.3;
  view.to = view.from + length * 0.7;
  std::size_t bytes = 0;
  for (auto _ : state) {
    FrameWriter writer;
    writer.set_view(view);
    bytes = writer.next(long_history()).size();
    benchmark::DoNotOptimize(bytes);
  }
  state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK(exact_view)->Arg(1)->Arg(100)->Arg(10'000)->Unit(benchmark::kMillisecond);

void append(benchmark::State& state) {
  Series series(0, "");
  std::int64_t time = 0;
  for (auto _ : state) {
    series.append({++time}, static_cast<double>(time % 1000));
  }
  state.SetItemsProcessed(time);
}
BENCHMARK(append);

// As the sink does it: what came with one batch.
void append_together(benchmark::State& state) {
  Series series(0, "");
  std::vector<std::int64_t> times(1'024);
  std::vector<double> values(1'024);
  std::int64_t time = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < times.size(); ++i) {
      times[i] = ++time;
      values[i] = static_cast<double>(time % 1000);
    }
    series.append(times, values);
  }
  state.SetItemsProcessed(time);
}
BENCHMARK(append_together);

}  // namespace
}  // namespace fairmon::server
