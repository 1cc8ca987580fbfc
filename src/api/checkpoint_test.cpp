#include <fairmon/fairmon.hpp>
#include <gtest/gtest.h>

namespace fairmon {
namespace {

constexpr std::string_view kSpec =
    "input g: String\n"
    "input ok: Bool\n"
    "output rate(h) spawn with g eval @(g && ok) when g == h with prob(of: ok)\n"
    "output recent(h) spawn with g eval @Global(2s) with ok.prob(given: g == h, over: 4s)\n";

Spec make_spec(std::string_view text = kSpec, bool optimise = true) {
  CompileOptions options;
  options.optimise = optimise;
  const Compiled compiled = compile(SourceFile("spec.lola", std::string(text)), options);
  EXPECT_TRUE(compiled.spec.has_value()) << render(compiled.diagnostics);
  return *compiled.spec;
}

void feed(Monitor& monitor, int from, int to, std::string& log) {
  EventBatch events(2);
  for (int i = from; i < to; ++i) {
    const std::size_t row = events.add_row(Timestamp{i * 700'000'000LL});
    events.set(row, 0, monitor.symbols()->intern(i % 3 == 0 ? "A" : i % 5 == 0 ? "C" : "B"));
    events.set(row, 1, cell_of(i % 4 != 1));
  }
  VerdictBatch verdicts;
  ASSERT_TRUE(monitor.accept(events, verdicts).ok());
  for (std::uint32_t s = 2; s < verdicts.streams.size(); ++s) {
    const StreamVerdicts& rows = verdicts.streams[s];
    for (std::size_t i = 0; i < rows.num_rows(); ++i) {
      log += std::to_string(verdicts.cycle_times[rows.cycle[i]].ns) + " " + std::to_string(s) + " ";
      append_text(log, Type::string(), &rows.parameters[i], *monitor.symbols());
      append_text(log, Type::floating(), &rows.values[i], *monitor.symbols());
      log += "\n";
    }
  }
}

TEST(Checkpoint, ARestoredMonitorGoesOnExactly) {
  const Spec spec = make_spec();
  for (const EngineKind engine : {EngineKind::Reference, EngineKind::Fast}) {
    MonitorOptions options;
    options.engine = engine;
    auto whole = Monitor::create(spec, options);
    std::string dropped;
    std::string expected;
    feed(*whole, 1, 20, dropped);
    const std::string saved = whole->save();
    feed(*whole, 20, 60, expected);
    auto second = Monitor::create(spec, options);
    const auto restored = second->restore(saved);
    ASSERT_TRUE(restored.ok()) << restored.error().message;
    std::string actual;
    feed(*second, 20, 60, actual);
    EXPECT_EQ(actual, expected);
    EXPECT_NE(expected, "");
  }
}

TEST(Checkpoint, AnErrorThatStoppedTheMonitorIsKept) {
  const Spec spec = make_spec("input a: Int64\noutput b := 10 / a\n");
  for (const EngineKind engine : {EngineKind::Reference, EngineKind::Fast}) {
    MonitorOptions options;
    options.engine = engine;
    auto monitor = Monitor::create(spec, options);
    EventBatch events(1);
    events.set(events.add_row(Timestamp{0}), 0, cell_of(std::int64_t{0}));
    VerdictBatch verdicts;
    const auto failed = monitor->accept(events, verdicts);
    ASSERT_FALSE(failed.ok());
    auto second = Monitor::create(spec, options);
    ASSERT_TRUE(second->restore(monitor->save()).ok());
    const auto again = second->accept(events, verdicts);
    ASSERT_FALSE(again.ok()) << "the restored monitor goes on as if nothing had happened";
    EXPECT_EQ(again.error().message, failed.error().message);
    EXPECT_EQ(again.error().code, failed.error().code);
  }
}

TEST(Checkpoint, RefusesWhatDoesNotFit) {
  auto monitor = Monitor::create(make_spec());
  std::string saved = monitor->save();
  EXPECT_EQ(monitor->restore("something else").error().message, "this is no checkpoint of FairMon");
  EXPECT_EQ(monitor->restore("fairmon checkpoint 9\n").error().message,
            "the checkpoint was written by another version of FairMon");
  auto other = Monitor::create(make_spec("input g: String\noutput x := g\n"));
  EXPECT_FALSE(other->restore(saved).ok());
  for (const std::size_t at : {saved.size() - 1, saved.size() / 2, std::size_t{30}}) {
    std::string damaged = saved;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_EQ(monitor->restore(damaged).error().message, "the checkpoint is damaged or incomplete");
  }
  EXPECT_FALSE(monitor->restore(saved.substr(0, saved.size() / 2)).ok());
}

TEST(Monitor, RefusesToObserveStreamsThatDoNotExist) {
  MonitorOptions options;
  options.observed = {17};
  const auto monitor = Monitor::create(make_spec(), options);
  ASSERT_FALSE(monitor.ok());
  EXPECT_EQ(monitor.error().code, ErrorCode::Usage);
}

TEST(Spec, DigestIsThatOfTheMeaning) {
  EXPECT_EQ(make_spec().digest(), make_spec(kSpec, false).digest());
  EXPECT_EQ(make_spec("input a: Int64\noutput x := a + 1").digest(),
            make_spec("input a: Int64 // a comment\noutput x :=   a + 1\n").digest());
  EXPECT_NE(make_spec("input a: Int64\noutput x := a + 1").digest(),
            make_spec("input a: Int64\noutput x := a + 2").digest());
}

}  // namespace
}  // namespace fairmon
