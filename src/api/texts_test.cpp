// Texts that nobody holds are taken out of the table; what a monitor still needs stays.
#include <fairmon/fairmon.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace fairmon {
namespace {

constexpr std::string_view kSpec =
    "input id: String\n"
    "input g: String\n"
    "input ok: Bool\n"
    "output before := id.offset(by: -3).defaults(to: \"none\")\n"
    "output held @2s := id.hold(or: \"nothing\")\n"
    "output recent @2s := id.aggregate(over: 4s, using: last).defaults(to: \"-\")\n"
    "output few := id.aggregate(over_discrete: 5, using: last).defaults(to: \"-\")\n"
    "output named := if ok then \"a constant that is long\" else id\n"
    "output pair := (id, g)\n"
    "output n(k: String) spawn with g eval when g == k with n(k).last(or: 0) + 1\n"
    "  close when ok && g == k\n"
    "output latest(k: String) spawn with g eval when g == k with id\n"
    "  close when !ok && g == k\n"
    "output both(k: String, w: Bool) spawn with (id, ok) eval when id == k with k\n"
    "  close @1s when true\n";

Spec make_spec() {
  const Compiled compiled = compile(SourceFile("spec.lola", std::string(kSpec)));
  EXPECT_TRUE(compiled.spec.has_value()) << render(compiled.diagnostics);
  return *compiled.spec;
}

void append_log(const Monitor& monitor, const VerdictBatch& verdicts, std::string& log) {
  const auto streams = monitor.spec().streams();
  for (std::uint32_t s = 0; s < verdicts.streams.size(); ++s) {
    const StreamVerdicts& rows = verdicts.streams[s];
    const std::uint32_t parameter_cells = streams[s].instance_type().num_cells();
    const std::uint32_t value_cells = streams[s].type.num_cells();
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < rows.num_rows(); ++i) {
      std::string line =
          std::to_string(verdicts.cycle_times[rows.cycle[i]].ns) + " " + streams[s].name + " ";
      if (!streams[s].parameters.empty()) {
        append_text(line, streams[s].instance_type(), &rows.parameters[i * parameter_cells],
                    *monitor.symbols());
      }
      if (rows.kind[i] == ChangeKind::Value) {
        line += " = ";
        append_text(line, streams[s].type, &rows.values[i * value_cells], *monitor.symbols());
      }
      lines.push_back(std::move(line));
    }
    // Instances of one cycle come in the order of their numbers, which may differ.
    std::sort(lines.begin(), lines.end());
    for (const std::string& line : lines) {
      log += line + "\n";
    }
  }
}

struct Outcome {
  std::string log;
  std::uint32_t most_texts = 0;
  std::size_t saved_bytes = 0;
};

/// Feeds random batches of ids that hardly ever come again.
Outcome run(EngineKind engine, unsigned seed, bool collect) {
  MonitorOptions options;
  options.engine = engine;
  options.symbols = std::make_shared<SymbolTable>();
  auto monitor = Monitor::create(make_spec(), options);
  options.symbols->pin();
  std::mt19937 random(seed);
  Outcome outcome;
  std::int64_t time = 0;
  for (int batch = 0; batch < 60; ++batch) {
    EventBatch events(3);
    for (unsigned long rows = 1 + random() % 40; rows > 0 && !events.full(); --rows) {
      time += static_cast<std::int64_t>(random() % 300'000'000);
      const std::size_t row = events.add_row(Timestamp{time});
      const std::uint64_t number = random() % 20 == 0 ? random() % 50 : random();
      events.set(row, 0, options.symbols->intern("statement number " + std::to_string(number)));
      events.set(row, 1, options.symbols->intern("g" + std::to_string(random() % 5)));
      events.set(row, 2, cell_of(random() % 3 == 0));
    }
    VerdictBatch verdicts;
    const auto accepted = monitor->accept(events, verdicts);
    EXPECT_TRUE(accepted.ok()) << accepted.error().message;
    append_log(*monitor, verdicts, outcome.log);
    if (collect) {
      options.symbols->begin_epoch();
      SymbolMarks alive(options.symbols->size());
      EXPECT_TRUE(monitor->mark_symbols(alive));
      options.symbols->collect(alive, options.symbols->epoch());
    }
    outcome.most_texts = std::max(outcome.most_texts, options.symbols->num_texts());
  }
  outcome.saved_bytes = monitor->save().size();
  return outcome;
}

TEST(Texts, TakingOutWhatNobodyHoldsChangesNoVerdict) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Outcome kept = run(EngineKind::Fast, seed, false);
    const Outcome collected = run(EngineKind::Fast, seed, true);
    ASSERT_EQ(collected.log, kept.log) << seed;
    EXPECT_GT(kept.log.size(), 10'000U);
    EXPECT_LT(collected.most_texts * 3, kept.most_texts);
    if (seed <= 3) {
      EXPECT_EQ(run(EngineKind::Reference, seed, false).log, kept.log);
    }
  }
}

TEST(Texts, ACheckpointHoldsOnlyWhatIsAlive) {
  const Outcome kept = run(EngineKind::Fast, 5, false);
  const Outcome reference = run(EngineKind::Reference, 5, false);
  EXPECT_LT(kept.saved_bytes * 3, reference.saved_bytes);
}

TEST(Texts, ARestoredMonitorFindsItsTextsUnderTheirNumbers) {
  MonitorOptions options;
  options.symbols = std::make_shared<SymbolTable>();
  auto first = Monitor::create(make_spec(), options);
  options.symbols->pin();
  EventBatch events(3);
  for (int i = 0; i < 100; ++i) {
    const std::size_t row = events.add_row(Timestamp{i * 100'000'000LL});
    events.set(row, 0, options.symbols->intern("statement number " + std::to_string(i)));
    events.set(row, 1, options.symbols->intern("g" + std::to_string(i % 5)));
    events.set(row, 2, cell_of(false));
  }
  VerdictBatch verdicts;
  ASSERT_TRUE(first->accept(events, verdicts).ok());
  MonitorOptions anew;
  anew.symbols = std::make_shared<SymbolTable>();
  auto second = Monitor::create(make_spec(), anew);
  ASSERT_TRUE(second->restore(first->save()).ok());
  EXPECT_LT(anew.symbols->num_texts(), 60U);
  EXPECT_EQ(second->save(), first->save());
  EXPECT_NE(anew.symbols->find("statement number 99"), SymbolTable::kMissing);
  EXPECT_EQ(anew.symbols->find("statement number 3"), SymbolTable::kMissing);
}

}  // namespace
}  // namespace fairmon
