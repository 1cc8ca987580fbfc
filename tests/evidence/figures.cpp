// What `certain` costs in events and how often it errs, on invented decisions: one line of JSON per
// figure. `./dev bench evidence` prints them; with `--check` broken promises are a failure.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <utility>

#include "builtins/evidence/rate_bound.hpp"
#include "simulation.hpp"

namespace {

using namespace fairmon::simulation;

bool broken = false;

void promise(bool kept, const std::string& what) {
  if (!kept) {
    broken = true;
    std::fprintf(stderr, "not as promised: %s\n", what.c_str());
  }
}

constexpr double kNever = 1e18;
constexpr double kSlack = 0.12;  ///< of delays, and of the chance in 400 runs
constexpr std::uint64_t kSeeds = 1'000'003;

/// The median delay of many runs.
void delay(const char* name, Setting setting, const Chance& chance, int runs, double expected) {
  const Experiment experiment(setting);
  std::vector<double> delays;
  for (int i = 0; i < runs; ++i) {
    const Outcome outcome = experiment.run(chance, kSeeds + static_cast<std::uint64_t>(i));
    delays.push_back(outcome.certain ? static_cast<double>(*outcome.certain) : kNever);
  }
  const double middle = median(std::move(delays));
  promise(std::fabs(middle - expected) <= kSlack * expected,
          std::string(name) + (setting.box ? ", single bounds" : ", joint bound"));
  std::printf(
      "{\"figure\": \"delay\", \"case\": \"%s\", \"bound\": \"%s\", \"median\": %.0f, "
      "\"expected\": %.0f}\n",
      name, setting.box ? "single" : "joint", middle, expected);
}

void both(const char* name, Setting setting, const Chance& chance, int runs, double box,
          double joint) {
  setting.box = true;
  delay(name, setting, chance, runs, box);
  setting.box = false;
  delay(name, setting, chance, runs, joint);
}

/// The upper end of Wilson's interval at 95 % for what was seen in some of many runs.
double wilson_high(int seen, int runs) {
  constexpr double kZ = 1.959964;
  const double n = runs;
  const double rate = seen / n;
  return (rate + kZ * kZ / (2.0 * n) +
          kZ * std::sqrt(rate * (1.0 - rate) / n + kZ * kZ / (4.0 * n * n))) /
         (1.0 + kZ * kZ / n);
}

/// How many of many fair runs raise an alarm at some time.
void alarms(const char* name, Setting setting, const Chance& chance, int runs,
            const Mix& mix = {}) {
  setting.naive = true;
  const Experiment experiment(setting);
  int certain = 0;
  int naive = 0;
  for (int i = 0; i < runs; ++i) {
    const Outcome outcome = experiment.run(chance, 7 * kSeeds + static_cast<std::uint64_t>(i), mix);
    certain += outcome.certain ? 1 : 0;
    naive += outcome.naive ? 1 : 0;
  }
  promise(certain <= (1.0 - setting.level) * runs, std::string("false alarms, ") + name);
  // Else the test would show nothing: an estimate alone cries wolf.
  promise(naive >= 0.6 * runs, std::string("alarms of the estimate, ") + name);
  std::printf(
      "{\"figure\": \"false alarms\", \"case\": \"%s\", \"runs\": %d, \"certain\": %.4f, "
      "\"certain_at_most\": %.4f, \"naive\": %.4f}\n",
      name, runs, static_cast<double>(certain) / runs, wilson_high(certain, runs),
      static_cast<double>(naive) / runs);
  std::fflush(stdout);
}

Chance levels(std::vector<double> chances) {
  return
      [chances = std::move(chances)](std::size_t group, std::uint64_t) { return chances[group]; };
}

void delays(int runs) {
  Setting two{.groups = 2, .margin = 0.1, .events = 20'000, .two_places = true};
  both("0.5 / 0.2, margin 0.1", two, levels({0.5, 0.2}), runs, 600, 340);
  both("0.5 / 0.3, margin 0.1", two, levels({0.5, 0.3}), runs, 2880, 1640);
  two.margin = 0.0;
  both("0.5 / 0.35, margin 0", two, levels({0.5, 0.35}), runs, 1240, 720);
  both("0.5 / 0.4, margin 0", two, levels({0.5, 0.4}), runs, 2770, 1760);
  Setting six{.groups = 6, .margin = 0.1, .events = 20'000, .in_order = true};
  const Chance last = levels({0.5, 0.5, 0.5, 0.5, 0.5, 0.2});
  both("six groups, the last at 0.2, margin 0.1", six, last, runs, 1670, 1160);
  six.announced = 6;
  both("the same with groups: 6", six, last, runs, 1430, 870);
  six.margin = 0.0;
  const Chance stairs = levels({0.5, 0.45, 0.4, 0.35, 0.3, 0.25});
  both("six groups from 0.5 to 0.25, margin 0, groups: 6", six, stairs, runs, 1330, 850);
  six.announced = 0;
  both("the same without groups", six, stairs, runs, 1460, 1150);
}

/// After a long fair history: events until a change is certain, beside the page's numbers.
void change(const char* name, std::uint64_t fair, Setting setting, const Chance& before,
            const Chance& after, int runs, double expected, double expected_most) {
  setting.events = fair + 40'000;
  setting.two_places = true;
  const Chance chance = [&](std::size_t group, std::uint64_t event) {
    return event <= fair ? before(group, event) : after(group, event);
  };
  const Experiment experiment(setting);
  std::vector<double> delays;
  int early = 0;
  for (int i = 0; i < runs; ++i) {
    const Outcome outcome = experiment.run(chance, 3 * kSeeds + static_cast<std::uint64_t>(i));
    early += outcome.certain && *outcome.certain <= fair ? 1 : 0;
    delays.push_back(outcome.certain
                         ? static_cast<double>(*outcome.certain) - static_cast<double>(fair)
                         : kNever);
  }
  std::sort(delays.begin(), delays.end());
  const double middle = delays[delays.size() / 2];
  const double most = delays[delays.size() * 9 / 10];
  promise(std::fabs(middle - expected) <= kSlack * expected, std::string(name));
  promise(early <= (1.0 - setting.level) * runs, std::string("alarms before the change, ") + name);
  std::printf(
      "{\"figure\": \"change\", \"case\": \"%s\", \"after\": %llu, \"median\": %.0f, "
      "\"expected\": %.0f, \"nine tenths\": %.0f, \"expected nine tenths\": %.0f, "
      "\"alarms before\": %d}\n",
      name, static_cast<unsigned long long>(fair), middle, expected, most, expected_most, early);
}

void changes(int runs, bool all) {
  Setting setting{.margin = 0.1, .recent = true};
  const Chance fair = levels({0.5, 0.5});
  change("0.5 / 0.5 to 0.5 / 0.2, margin 0.1", 20'000, setting, fair, levels({0.5, 0.2}), runs,
         1280, 1635);
  if (!all) {
    return;
  }
  change("0.5 / 0.5 to 0.5 / 0.2, margin 0.1", 200'000, setting, fair, levels({0.5, 0.2}), runs,
         1664, 2208);
  setting.margin = 0.0;
  change("0.5 / 0.5 to 0.5 / 0.35, margin 0", 20'000, setting, fair, levels({0.5, 0.35}), runs,
         2128, 2880);
  setting.margin = 0.02;
  change("0.1 / 0.1 to 0.1 / 0.2, margin 0.02", 20'000, setting, levels({0.1, 0.1}),
         levels({0.1, 0.2}), runs, 3264, 6250);
}

/// What a statement adds to the evaluation of an event. It may cost four times the estimate, or
/// half a microsecond per bound that an event changes, whichever is more.
void costs(std::uint64_t events) {
  constexpr double kPerBound = 0.5e-6;
  constexpr double kTimes = 4.0;
  constexpr int kTurns = 5;
  for (const std::size_t groups : {std::size_t{2}, std::size_t{6}}) {
    for (const double last : {0.5, 0.2}) {
      const Chance chance = [=](std::size_t group, std::uint64_t) {
        return group + 1 == groups ? last : 0.5;
      };
      const Setting plain{.groups = groups, .events = events, .estimate = true};
      const double estimate = Experiment(plain).seconds_per_event(chance, kTurns);
      // An event is a trial of one group: its two single bounds, or its pairs with all others, on
      // the whole history and on blocks of every scale up to the number of trials.
      const double pairs = static_cast<double>(groups) - 1.0;
      const double scales = std::floor(std::log2(static_cast<double>(events))) - 5.0;
      struct Case {
        const char* name;
        Setting setting;
        double bounds;
      };
      Setting joint = plain;
      joint.estimate = false;
      Setting single = joint;
      single.box = true;
      Setting recent = joint;
      recent.recent = true;
      for (const Case& one : {Case{"single bounds", single, 2.0}, Case{"joint bound", joint, pairs},
                              Case{"joint bound, recent", recent, pairs * (1.0 + scales)}}) {
        const double took = Experiment(one.setting).seconds_per_event(chance, kTurns);
        const double limit = std::max(kTimes * estimate, kPerBound * one.bounds);
        std::printf(
            "{\"figure\": \"cost\", \"case\": \"%zu groups, %s\", \"what\": \"%s\", "
            "\"estimate_ns\": %.0f, \"ns\": %.0f, \"bounds\": %.0f, \"limit_ns\": %.0f, "
            "\"kept\": %s}\n",
            groups, last < 0.5 ? "unfair" : "fair", one.name, 1e9 * estimate, 1e9 * took,
            one.bounds, 1e9 * limit, took <= limit ? "true" : "false");
      }
    }
  }
}

void false_alarms(int runs) {
  for (const std::size_t groups : {std::size_t{2}, std::size_t{6}}) {
    const std::string title = std::to_string(groups) + " groups, ";
    const Setting strict{.groups = groups, .margin = 0.0};
    alarms((title + "margin 0, equal chances 0.5").c_str(), strict,
           [](std::size_t, std::uint64_t) { return 0.5; }, runs);
    alarms((title + "margin 0, chances that drift").c_str(), strict,
           [](std::size_t, std::uint64_t event) {
             return 0.5 + 0.4 * std::sin(static_cast<double>(event) / 300.0);
           },
           runs);
    const Setting usual{.groups = groups, .margin = 0.1};
    alarms((title + "margin 0.1, equal chances 0.5").c_str(), usual,
           [](std::size_t, std::uint64_t) { return 0.5; }, runs);
  }
}

/// One trial in [0, 1] with its mean, given how many came before and their sum.
using Trial = std::function<std::pair<double, double>(double uniform, double count, double sum)>;

double yes(double uniform, double chance) { return uniform < chance ? 1.0 : 0.0; }

/// How often the average chance leaves its bounds at some time, and Wilson's interval at 95 %.
void misses(const char* name, const Trial& trial, int runs) {
  constexpr double kError = 0.05;
  constexpr int kTrials = 3000;
  int outside = 0;
  int outside_wilson = 0;
  for (int i = 0; i < runs; ++i) {
    std::mt19937_64 random(13 * kSeeds + static_cast<std::uint64_t>(i));
    double sum = 0.0;
    double means = 0.0;
    bool left = false;
    bool left_wilson = false;
    for (int n = 1; n <= kTrials; ++n) {
      const double uniform = static_cast<double>(random() >> 11U) * 0x1.0p-53;
      const auto [value, mean] = trial(uniform, n - 1, sum);
      sum += value;
      means += mean;
      const double average = means / n;
      left = left || average < fairmon::builtins::evidence::rate_low(sum, n, kError) ||
             average > fairmon::builtins::evidence::rate_high(sum, n, kError);
      constexpr double kZ = 1.959964;
      const double centre = (sum + kZ * kZ / 2.0) / (n + kZ * kZ);
      const double reach = kZ / (n + kZ * kZ) * std::sqrt(sum * (n - sum) / n + kZ * kZ / 4.0);
      left_wilson = left_wilson || std::fabs(average - centre) > reach;
    }
    outside += left ? 1 : 0;
    outside_wilson += left_wilson ? 1 : 0;
  }
  promise(outside <= kError * runs, std::string("misses, ") + name);
  std::printf(
      "{\"figure\": \"misses\", \"case\": \"%s\", \"runs\": %d, \"bound\": %.4f, "
      "\"wilson\": %.4f}\n",
      name, runs, static_cast<double>(outside) / runs, static_cast<double>(outside_wilson) / runs);
  const std::string title = name;
  promise(!title.starts_with("constant") || outside_wilson > 0.2 * runs,
          "a fixed-look interval should fail here");
}

void coverage(int runs) {
  for (const double chance : {0.5, 0.1, 0.02}) {
    misses(("constant " + std::to_string(chance)).c_str(),
           [=](double u, double, double) { return std::pair(yes(u, chance), chance); }, runs);
  }
  const auto moving = [&](const char* name, const std::function<double(double, double)>& chance) {
    misses(
        name,
        [=](double u, double n, double sum) {
          const double p = chance(n, sum);
          return std::pair(yes(u, p), p);
        },
        runs);
  };
  moving("swings by a sine", [](double n, double) { return 0.5 + 0.4 * std::sin(n / 100.0); });
  moving("jumps from 0.2 to 0.7", [](double n, double) { return n < 1000 ? 0.2 : 0.7; });
  moving("alternates 0.1 and 0.9",
         [](double n, double) { return std::fmod(n, 2.0) == 0.0 ? 0.1 : 0.9; });
  moving("an adversary who looks at the past",
         [](double n, double sum) { return n > 0 && sum / n > 0.5 ? 0.45 : 0.55; });
  misses(
      "values between 0 and 1",
      [](double u, double, double) { return std::pair(u * u, 1.0 / 3.0); }, runs);
}

/// Good outcomes come early, bad ones are known at a deadline only: counted on arrival they select
/// themselves, counted at the deadline they do not.
void late_outcomes(int runs) {
  constexpr double kChance = 0.3;
  constexpr double kError = 0.05;
  constexpr int kCases = 3000;
  constexpr int kDeadline = 200;
  int wrong_on_arrival = 0;
  int wrong_at_deadline = 0;
  for (int i = 0; i < runs; ++i) {
    std::mt19937_64 random(17 * kSeeds + static_cast<std::uint64_t>(i));
    std::vector<double> arrived(kCases + kDeadline + 1);  // hits known at each moment
    std::vector<double> results;
    for (int n = 0; n < kCases; ++n) {
      const bool good = static_cast<double>(random() >> 11U) * 0x1.0p-53 < kChance;
      results.push_back(good ? 1.0 : 0.0);
      arrived[static_cast<std::size_t>(good ? n + static_cast<int>(random() % 20) : n)] +=
          good ? 1.0 : 0.0;
    }
    double hits = 0.0;
    double misses = 0.0;
    double settled = 0.0;
    bool left = false;
    bool left_at_deadline = false;
    const auto outside = [](double sum, double n) {
      return n > 0.0 && (kChance < fairmon::builtins::evidence::rate_low(sum, n, kError) ||
                         kChance > fairmon::builtins::evidence::rate_high(sum, n, kError));
    };
    for (std::size_t now = 0; now < kCases; ++now) {
      hits += arrived[now];
      if (now >= kDeadline) {
        misses += 1.0 - results[now - kDeadline];
        settled += results[now - kDeadline];
        left_at_deadline =
            left_at_deadline || outside(settled, static_cast<double>(now - kDeadline) + 1.0);
      }
      left = left || outside(hits, hits + misses);
    }
    wrong_on_arrival += left ? 1 : 0;
    wrong_at_deadline += left_at_deadline ? 1 : 0;
  }
  promise(wrong_at_deadline <= kError * runs, "late outcomes, counted at the deadline");
  promise(wrong_on_arrival > 0.9 * runs, "late outcomes, counted on arrival, mislead");
  std::printf(
      "{\"figure\": \"late outcomes\", \"runs\": %d, \"on arrival\": %.4f, "
      "\"at the deadline\": %.4f}\n",
      runs, static_cast<double>(wrong_on_arrival) / runs,
      static_cast<double>(wrong_at_deadline) / runs);
}

}  // namespace

// evidence_figures [--check] [RUNS [FAIR-RUNS [FIGURE]]]: all figures, or one of costs, delays,
// changes, misses, late and alarms.
int main(int argc, char** argv) {
  const bool check = argc > 1 && std::string(argv[1]) == "--check";
  const int first = check ? 2 : 1;
  const int runs = argc > first ? std::atoi(argv[first]) : 400;
  const int fair_runs = argc > first + 1 ? std::atoi(argv[first + 1]) : 10'000;
  const std::string only = argc > first + 2 ? argv[first + 2] : "";
  const auto wanted = [&](const char* figure) { return only.empty() || only == figure; };
  if (wanted("costs") && !check) {
    costs(200'000);
  }
  if (wanted("delays")) {
    delays(runs);
  }
  if (wanted("changes")) {
    changes(std::max(runs / 2, 200), !check);
  }
  if (wanted("misses")) {
    coverage(std::max(runs, 200));
  }
  if (wanted("late")) {
    late_outcomes(200);
  }
  if (wanted("alarms")) {
    false_alarms(fair_runs);
  }
  return check && broken ? 1 : 0;
}
