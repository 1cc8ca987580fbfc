#include "simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace fairmon::simulation {
namespace {

constexpr std::size_t kRowsPerBatch = 250;
constexpr std::int64_t kSecond = 1'000'000'000;

constexpr const char* kRates =
    "output rate(g) spawn with group eval when group == g with prob(of: hit)\n";
constexpr const char* kMost = "rate.aggregate(over_instances: all, using: max).defaults(to: 0.0)";
constexpr const char* kLeast = "rate.aggregate(over_instances: all, using: min).defaults(to: 0.0)";

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

Spec compiled(const std::string& text) {
  const Compiled result = compile(SourceFile("simulation.lola", text));
  if (!result.spec) {
    give_up(render(result.diagnostics));
  }
  return *result.spec;
}

/// Bounds are taken together where it is plain that no event is a trial of both rates; otherwise
/// each rate has its own.
std::string gap_of(const Setting& setting) {
  if (setting.two_places) {
    return fmt::format("abs(hit.prob(given: group == 0) - hit.prob(given: {}))",
                       setting.box ? "group == 1" : "group != 0");
  }
  return setting.box ? "most - least" : fmt::format("{} - {}", kMost, kLeast);
}

}  // namespace

std::string specification(const Setting& setting) {
  std::string text = "input group : UInt64, hit : Bool\n";
  if (!setting.two_places) {
    text += kRates;
    if (setting.box) {
      text += fmt::format("output most @(group && hit) := {}\noutput least @(group && hit) := {}\n",
                          kMost, kLeast);
    }
  }
  if (setting.estimate) {
    return text +
           fmt::format("trigger @(group && hit) {} > {:.3f}\n", gap_of(setting), setting.margin);
  }
  text += fmt::format("trigger @(group && hit) certain({} > {:.3f}, level: {:.3f}{}{})\n",
                      gap_of(setting), setting.margin, setting.level,
                      setting.announced > 0 ? fmt::format(", groups: {}", setting.announced) : "",
                      setting.recent ? ", recent: true" : "");
  if (setting.naive) {
    text += fmt::format(
        "use group_rate(group: group, event: hit, min_support: 30, threshold: {:.3f}) as naive\n",
        setting.margin);
  }
  return text;
}

Experiment::Experiment(const Setting& setting)
    : setting_(setting), spec_(compiled(specification(setting))) {}

/// The number of the event at which a trigger fired first.
std::optional<std::uint64_t> Experiment::first_row(const VerdictBatch& verdicts,
                                                   const char* trigger) const {
  const StreamVerdicts& fired = verdicts.streams[*spec_.find_stream(trigger)];
  if (fired.num_rows() == 0) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(verdicts.cycle_times[fired.cycle.front()].ns / kSecond);
}

Outcome Experiment::run(const Chance& chance, std::uint64_t seed, const Mix& mix) const {
  std::mt19937_64 random(seed);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1.0p-53; };
  MonitorOptions options;
  options.observe_all = false;
  options.record_lifecycle = false;
  options.observed = {*spec_.find_stream("trigger_0")};
  if (setting_.naive) {
    options.observed.push_back(*spec_.find_stream("trigger_1"));
  }
  auto monitor = Monitor::create(spec_, options);
  EventBatch events(spec_.num_inputs(), kRowsPerBatch);
  VerdictBatch verdicts;
  Outcome outcome;
  for (std::uint64_t event = 1; event <= setting_.events; ++event) {
    const std::size_t any = mix ? mix(random, event) : random() % setting_.groups;
    const std::size_t group = setting_.in_order && event <= setting_.groups ? event - 1 : any;
    const std::size_t row = events.add_row({static_cast<std::int64_t>(event) * kSecond});
    events.set(row, 0, group);
    events.set(row, 1, uniform() < chance(group, event) ? 1 : 0);
    if (!events.full() && event < setting_.events) {
      continue;
    }
    verdicts.clear();
    if (!monitor.ok() || !monitor->accept(events, verdicts).ok()) {
      give_up("a run failed");
    }
    events.clear();
    outcome.certain = first_row(verdicts, "trigger_0");
    if (setting_.naive && !outcome.naive) {
      outcome.naive = first_row(verdicts, "trigger_1");
    }
    if (outcome.certain) {
      break;
    }
  }
  return outcome;
}

double Experiment::seconds_per_event(const Chance& chance, int turns) const {
  std::mt19937_64 random(1);
  EventBatch events(spec_.num_inputs(), setting_.events);
  for (std::uint64_t event = 1; event <= setting_.events; ++event) {
    const std::size_t group = random() % setting_.groups;
    const double uniform = static_cast<double>(random() >> 11U) * 0x1.0p-53;
    const std::size_t row = events.add_row({static_cast<std::int64_t>(event) * kSecond});
    events.set(row, 0, group);
    events.set(row, 1, uniform < chance(group, event) ? 1 : 0);
  }
  double best = 1e9;
  for (int turn = 0; turn < turns; ++turn) {
    MonitorOptions options;
    options.observe_all = false;
    options.record_lifecycle = false;
    options.observed = {*spec_.find_stream("trigger_0")};
    auto monitor = Monitor::create(spec_, options);
    VerdictBatch verdicts;
    const std::clock_t begin = std::clock();
    for (std::size_t row = 0; row < events.num_rows(); row += 1024) {
      const RowRange rows{row, std::min(row + 1024, events.num_rows())};
      verdicts.clear();
      if (!monitor.ok() || !monitor->accept(events, rows, verdicts).ok()) {
        give_up("a run failed");
      }
    }
    const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    best = std::min(best, took / static_cast<double>(events.num_rows()));
  }
  return best;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace fairmon::simulation
