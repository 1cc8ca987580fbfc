#include <fairmon/fairmon.hpp>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fairmon {
namespace {

constexpr std::string_view kInputs =
    "input event : String\n"
    "input id : Int64\n"
    "input group : String\n"
    "input score : Int64\n";

constexpr std::string_view kDifference =
    "output tp_rate_diff @Global(1d) :=\n"
    "  tp_rate.aggregate(over_instances: all, using: max).defaults(to: 0.0)\n"
    "  - tp_rate.aggregate(over_instances: all, using: min).defaults(to: 0.0)\n"
    "trigger tp_rate_diff > 0.1 \"rates differ\"\n";

constexpr std::string_view kDelayed =
    "output days_per(i)\n"
    "  spawn when event == \"SCORE\" with id\n"
    "  eval @Global(1d) with days_per(i).last(or: 0) + 1\n"
    "  close when days_per(i) == 730\n"
    "output has_re(i)\n"
    "  spawn when event == \"SCORE\" with id\n"
    "  eval when id == i with event == \"RECIDIVISM\"\n"
    "  close @Global(1d) when days_per(i).hold(or: 0) == 730\n"
    "output tp_event(i, g, s) : UInt64\n"
    "  spawn when event == \"SCORE\" with (id, group, score)\n"
    "  eval @Global(1d)\n"
    "    when days_per(i).hold(or: 0) == 730 && has_re(i).aggregate(over: 730d, using: exists)\n"
    "    with if s > 6 then 1 else 0\n"
    "  close @Global(1d) when days_per(i).hold(or: 0) == 730\n"
    "output abs_re(g) : UInt64\n"
    "  spawn with group\n"
    "  eval @Global(1d) with abs_re(g).last(or: 100)\n"
    "    + tp_event.aggregate(over_instances: all(where: (a, b, c) => b == g), using: count)\n"
    "output abs_hr_re(g) : UInt64\n"
    "  spawn with group\n"
    "  eval @Global(1d) with abs_hr_re(g).last(or: 50)\n"
    "    + tp_event.aggregate(over_instances: all(where: (a, b, c) => b == g), using: sum)\n"
    "output tp_rate(g)\n"
    "  spawn with group\n"
    "  eval @Global(1d) with cast<UInt64, Float64>(abs_hr_re(g))\n"
    "    / cast<UInt64, Float64>(abs_re(g))\n";

std::string event_reading(std::string_view prior) {
  return "output user_info(user)\n"
         "  spawn when event == \"SCORE\" with id\n"
         "  eval when event == \"SCORE\" && user == id with (score, group)\n"
         "  close @Local(730d) when true\n"
         "output tp_rate(r)\n"
         "  spawn with group\n"
         "  eval when event == \"RECIDIVISM\"\n"
         "    with prob(of: user_info(id).hold(or: (0, \"\")).0 > 6,\n"
         "              given: user_info(id).hold(or: (0, \"\")).1 == r" +
         std::string(prior) + ")\n";
}

constexpr std::string_view kOwnGroup =
    "output days_per(i)\n"
    "  spawn when event == \"SCORE\" with id\n"
    "  eval @Global(1d) with days_per(i).last(or: 0) + 1\n"
    "  close when days_per(i) == 730\n"
    "output user_info(user)\n"
    "  spawn when event == \"SCORE\" with id\n"
    "  eval when event == \"SCORE\" && user == id with (score, group)\n"
    "  close @Global(1d) when days_per(user).hold(or: 0) == 730\n"
    "output tp_rate(r)\n"
    "  spawn with group\n"
    "  eval when event == \"RECIDIVISM\" && user_info(id).hold(or: (0, \"\")).1 == r\n"
    "    with prob(of: user_info(id).hold(or: (0, \"\")).0 > 6)\n";

struct Row {
  std::int64_t seconds;
  const char* event;
  std::int64_t id;
  const char* group;
  std::int64_t score;
};

constexpr Row kTrace[] = {
    {28800, "SCORE", 1, "A", 8},         {28801, "SCORE", 2, "B", 9},
    {115200, "SCORE", 3, "A", 3},        {201600, "SCORE", 4, "B", 7},
    {288000, "SCORE", 5, "B", 2},        {921600, "RECIDIVISM", 2, "B", 9},
    {1785600, "RECIDIVISM", 1, "A", 8},  {34617600, "RECIDIVISM", 3, "A", 3},
    {63129600, "RECIDIVISM", 4, "B", 7}, {63475200, "RECIDIVISM", 5, "B", 2},
    {63964800, "SCORE", 6, "A", 10},
};

struct Outcome {
  std::vector<std::pair<int, double>> changes;  ///< day and new value of the difference
  std::size_t alarms = 0;
};

/// Runs the trace; the difference is listed where it changes (it starts at 0).
Outcome run(const std::string& streams, EngineKind engine, bool optimise) {
  CompileOptions compile_options;
  compile_options.optimise = optimise;
  const Compiled compiled =
      compile(SourceFile("compas.lola", std::string(kInputs) + streams + std::string(kDifference)),
              compile_options);
  EXPECT_TRUE(compiled.spec.has_value()) << render(compiled.diagnostics);
  Outcome outcome;
  if (!compiled.spec) {
    return outcome;
  }
  MonitorOptions options;
  options.engine = engine;
  auto monitor = Monitor::create(*compiled.spec, options);
  EventBatch events(4);
  for (const Row& row : kTrace) {
    const std::size_t at = events.add_row(Timestamp{row.seconds * 1'000'000'000});
    events.set(at, 0, monitor->symbols()->intern(row.event));
    events.set(at, 1, cell_of(row.id));
    events.set(at, 2, monitor->symbols()->intern(row.group));
    events.set(at, 3, cell_of(row.score));
  }
  VerdictBatch verdicts;
  EXPECT_TRUE(monitor->accept(events, verdicts).ok());
  EXPECT_TRUE(monitor->finish(verdicts).ok());
  const StreamVerdicts& rates = verdicts.streams[*compiled.spec->find_stream("tp_rate_diff")];
  EXPECT_EQ(rates.num_rows(), 740U);
  double last = 0;
  for (std::size_t i = 0; i < rates.num_rows(); ++i) {
    const double value = cell_double(rates.values[i]);
    if (value != last) {
      const std::int64_t ns = verdicts.cycle_times[rates.cycle[i]].ns;
      outcome.changes.emplace_back(static_cast<int>(ns / 86'400'000'000'000), value);
      last = value;
    }
  }
  outcome.alarms = verdicts.streams[*compiled.spec->find_stream("trigger_0")].num_rows();
  return outcome;
}

using Changes = std::vector<std::pair<int, double>>;

void expect(const std::string& streams, const Changes& changes, std::size_t alarms) {
  for (const EngineKind engine : {EngineKind::Reference, EngineKind::Fast}) {
    for (const bool optimise : {false, true}) {
      const Outcome outcome = run(streams, engine, optimise);
      EXPECT_EQ(outcome.changes, changes);
      EXPECT_EQ(outcome.alarms, alarms);
    }
  }
}

TEST(Compas, DelayedReadingWithPrior) {
  expect(std::string(kDelayed), {{731, 0.004950495049504955}, {732, 0.009803921568627416}}, 0);
}

TEST(Compas, EventReadingWithPrior) {
  expect(event_reading(", prior: 0.5, confidence: 100.0"),
         {{11, 0.004950495049504955},
          {21, 0.0},
          {401, 0.004950495049504955},
          {731, 0.009803921568627416}},
         0);
}

TEST(Compas, EventReadingWithoutPrior) {
  expect(event_reading(""), {{11, 1.0}, {21, 0.0}, {401, 0.5}}, 350);
}

TEST(Compas, OnlyGroupsWithData) { expect(std::string(kOwnGroup), {{401, 0.5}}, 340); }

}  // namespace
}  // namespace fairmon
