#include <fairmon/fairmon.hpp>
#include <gtest/gtest.h>

#include <algorithm>

namespace fairmon {
namespace {

constexpr std::string_view kCounters =
    "input x: Int64\n"
    "output n(k) spawn with x % 3 eval when x % 3 == k with n(k).last(or: 0) + x\n"
    "output total @1s := x.aggregate(over: 3s, using: sum)\n";

EventBatch some_events() {
  EventBatch events(1);
  for (int i = 1; i < 40; ++i) {
    const std::size_t row = events.add_row(Timestamp{i * 170'000'000LL});
    if (i % 7 != 0) {
      events.set(row, 0, cell_of(std::int64_t{i}));
    }
  }
  return events;
}

/// What is said of a batch that is taken in parts of so many rows.
VerdictBatch verdicts_in_parts(const Spec& spec, EngineKind engine, std::size_t rows_at_once) {
  MonitorOptions options;
  options.engine = engine;
  auto monitor = Monitor::create(spec, options);
  const EventBatch events = some_events();
  VerdictBatch verdicts;
  for (std::size_t begin = 0; begin < events.num_rows(); begin += rows_at_once) {
    const std::size_t end = std::min(events.num_rows(), begin + rows_at_once);
    EXPECT_TRUE(monitor->accept(events, {begin, end}, verdicts).ok());
  }
  return verdicts;
}

TEST(RowsOfABatch, PartsSayWhatTheWholeSays) {
  const Compiled compiled = compile(SourceFile("rows.lola", std::string(kCounters)));
  ASSERT_TRUE(compiled.spec.has_value()) << render(compiled.diagnostics);
  for (const EngineKind engine : {EngineKind::Fast, EngineKind::Reference}) {
    const VerdictBatch whole = verdicts_in_parts(*compiled.spec, engine, 1000);
    ASSERT_FALSE(whole.empty());
    for (const std::size_t rows_at_once : {1U, 7U, 13U}) {
      const VerdictBatch parts = verdicts_in_parts(*compiled.spec, engine, rows_at_once);
      EXPECT_EQ(parts.num_events, whole.num_events);
      ASSERT_EQ(parts.streams.size(), whole.streams.size());
      for (std::size_t stream = 0; stream < whole.streams.size(); ++stream) {
        EXPECT_EQ(parts.streams[stream].values, whole.streams[stream].values);
        EXPECT_EQ(parts.streams[stream].parameters, whole.streams[stream].parameters);
      }
    }
  }
}

}  // namespace
}  // namespace fairmon
