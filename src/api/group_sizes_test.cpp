#include <fairmon/fairmon.hpp>
#include <gtest/gtest.h>

#include <map>

namespace fairmon {
namespace {

// Every form of a probability, hand-written shares of windows, and outputs without trials.
constexpr std::string_view kForms =
    "input group: UInt64\n"
    "input good: Bool\n"
    "#[plot]\n"
    "output evaluated(g) spawn with group eval when group == g with prob(of: good)\n"
    "#[plot]\n"
    "output given(g) spawn with group\n"
    "  eval with prob(of: good, given: group == g, prior: 0.5, confidence: 10)\n"
    "#[plot]\n"
    "output daily(g) spawn with group\n"
    "  eval @Global(1s) with prob(of: good, given: group == g, over: 3s)\n"
    "#[plot]\n"
    "output share @1s := good.aggregate(over: 2s, using: true_ratio).defaults(to: 0.0)\n"
    "output last_good(g) spawn with group eval when group == g with good\n"
    "#[plot]\n"
    "output of_groups @1s := last_good.prob(of: (g, v) => v)\n"
    "#[plot]\n"
    "output plain @true := evaluated.aggregate(over_instances: all, using: max).defaults(to: 0.0)\n"
    "output not_drawn := good.prob()\n"
    // Divided by hand: by a counter, by a count behind a guard; neither by an amount nor by a
    // count with a prior, which are no sizes.
    "output seen(g) spawn with group eval when group == g with seen(g).last(or: 0) + 1\n"
    "output hits(g) spawn with group\n"
    "  eval when group == g with hits(g).last(or: 0) + (if good then 1 else 0)\n"
    "#[plot]\n"
    "output by_hand(g) : Float64 spawn with group eval when group == g with hits(g) / seen(g)\n"
    "output both : Float64 @good := both.last(or: 0.0) + (if good then 1.0 else 1.0)\n"
    "#[plot]\n"
    "output guarded := if both > 0.0 then 3.0 / (both) else 0.0\n"
    "output total @group := total.last(or: 0) + group\n"
    "#[plot]\n"
    "output of_amounts : Float64 := 1.0 / (cast<UInt64, Float64>(total) + 1.0)\n"
    "output started(g) spawn with group eval when group == g with started(g).last(or: 50) + 1\n"
    "#[plot]\n"
    "output with_prior(g) : Float64 spawn with group eval when group == g\n"
    "  with hits(g) / started(g)\n"
    "trigger plain > 0.9 \"high\"\n";

Spec compile_it(bool sizes) {
  const SourceFile source("s.lola", std::string(kForms));
  const Compiled compiled = sizes ? compile_with_findings(source) : compile(source);
  EXPECT_TRUE(compiled.spec.has_value()) << render(compiled.diagnostics);
  return *compiled.spec;
}

/// All verdicts as text per stream name, and the newest value per stream and instance.
struct Watched {
  std::map<std::string, std::string> all;
  std::map<std::pair<std::string, std::string>, std::string> newest;
};

Watched watch(const Spec& spec, EngineKind engine) {
  MonitorOptions options;
  options.engine = engine;
  auto monitor = Monitor::create(spec, options);
  EXPECT_TRUE(monitor.ok());
  EventBatch events(2, 64);
  for (std::uint64_t i = 0; i < 40; ++i) {
    const std::size_t row = events.add_row({static_cast<std::int64_t>(i) * 250'000'000});
    events.set(row, 0, i % 4 == 0 ? 1U : 0U);
    events.set(row, 1, i % 3 == 0 ? 1U : 0U);
  }
  VerdictBatch verdicts;
  EXPECT_TRUE(monitor->accept(events, verdicts).ok());
  EXPECT_TRUE(monitor->finish(verdicts).ok());
  Watched seen;
  for (std::size_t s = 0; s < spec.streams().size(); ++s) {
    const StreamInfo& info = spec.streams()[s];
    const StreamVerdicts& rows = verdicts.streams[s];
    for (std::size_t row = 0; row < rows.num_rows(); ++row) {
      std::string instance;
      append_text(instance, info.instance_type(),
                  rows.parameters.data() + row * rows.cells_per_instance, *monitor->symbols());
      std::string value;
      if (rows.kind[row] == ChangeKind::Value) {
        append_text(value, info.type, rows.values.data() + row * rows.cells_per_value,
                    *monitor->symbols());
        seen.newest[{info.name, instance}] = value;
      }
      std::string& all = seen.all[info.name];
      all += std::to_string(verdicts.cycle_times[rows.cycle[row]].ns);
      all += instance;
      all += std::to_string(static_cast<int>(rows.kind[row]));
      all += value;
      all += '\n';
    }
  }
  return seen;
}

TEST(GroupSizes, AreAddedAfterAllOtherStreamsAndSayWhatTheyCount) {
  const Spec plain = compile_it(false);
  const Spec sized = compile_it(true);
  const std::size_t before = plain.streams().size();
  ASSERT_EQ(sized.streams().size(), before + 14);  // trials, hits, a state
  std::vector<std::string> counted;
  for (std::size_t i = 0; i < sized.streams().size(); ++i) {
    const StreamInfo& info = sized.streams()[i];
    EXPECT_EQ(info.tells != StreamInfo::Tells::Nothing, i >= before);
    if (info.tells == StreamInfo::Tells::Trials) {
      counted.push_back(sized.streams()[info.tells_of].name);
      EXPECT_EQ(info.name, counted.back() + ".size");
    }
  }
  EXPECT_EQ(counted, (std::vector<std::string>{"evaluated", "given", "daily", "share", "of_groups",
                                               "by_hand", "guarded"}));
  EXPECT_EQ(sized.panels().size(), plain.panels().size());
}

TEST(GroupSizes, CountTheTrialsAndChangeNothingElse) {
  for (const EngineKind engine : {EngineKind::Fast, EngineKind::Reference}) {
    const Watched without = watch(compile_it(false), engine);
    Watched with = watch(compile_it(true), engine);
    // Groups 1 and 0 have 10 and 30 of the 40 events.
    EXPECT_EQ((with.newest[{"evaluated.size", "(1)"}]), "10");
    EXPECT_EQ((with.newest[{"evaluated.size", "(0)"}]), "30");
    EXPECT_EQ((with.newest[{"given.size", "(1)"}]), "10");
    // Group 0 is spawned by the second event and counts from there on.
    EXPECT_EQ((with.newest[{"given.size", "(0)"}]), "30");
    EXPECT_EQ((with.newest[{"share.size", "()"}]), "8");
    EXPECT_EQ((with.newest[{"of_groups.size", "()"}]), "2");
    EXPECT_EQ((with.newest[{"daily.size", "(1)"}]), "3");
    EXPECT_EQ((with.newest[{"by_hand.size", "(1)"}]), "10");
    EXPECT_EQ((with.newest[{"by_hand.size", "(0)"}]), "30");
    EXPECT_EQ((with.newest[{"guarded.size", "()"}]), "40");
    std::erase_if(with.all,
                  [](const auto& item) { return item.first.find('.') != std::string::npos; });
    EXPECT_EQ(with.all, without.all);
  }
}

TEST(GroupSizes, DoNotChangeWhatTheSourceMayLeaveOut) {
  EXPECT_EQ(derive_filter(compile_it(true)).condition.to_string(),
            derive_filter(compile_it(false)).condition.to_string());
}

/// Each sum reads the one before twice: as many paths as there are grains on the chessboard.
TEST(GroupSizes, LooksAtEachStreamOnce) {
  std::string text =
      "input good: Bool\n"
      "output sum_0 @good := sum_0.last(or: 0) + 1\n";
  for (int i = 1; i <= 64; ++i) {
    const std::string before = "sum_" + std::to_string(i - 1);
    text += "output sum_" + std::to_string(i);
    text += " := " + before;
    text += " + " + before;
    text += '\n';
  }
  text += "#[plot]\noutput share : Float64 := 1.0 / cast<Int64, Float64>(sum_64)\n";
  const Compiled compiled = compile_with_findings(SourceFile("s.lola", text));
  ASSERT_TRUE(compiled.spec.has_value()) << render(compiled.diagnostics);
  const std::size_t plain = compile(SourceFile("s.lola", text)).spec->streams().size();
  EXPECT_EQ(compiled.spec->streams().size(), plain + 1) << "the size of the share";
}

}  // namespace
}  // namespace fairmon
