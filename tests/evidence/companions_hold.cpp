// For random formulas over rates with known chances: the true value lies between `lower` and
// `upper` at all times of a run, in at least the promised share of runs.
#include <fairmon/fairmon.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace fairmon;

constexpr double kLevel = 0.8;  // low enough that bounds that promise too much would show
constexpr std::size_t kEvents = 1'500;
constexpr std::size_t kGroups = 3;

/// A formula as text, and as a function of the average chances: p, q, and those of the groups.
struct Formula {
  std::string text;
  std::function<double(const std::array<double, 2 + kGroups>&)> value;
};

class Formulas {
 public:
  explicit Formulas(std::uint64_t seed) : random_(seed) {}

  Formula make(int depth) {
    if (depth == 0 || pick(5) == 0) {
      return leaf();
    }
    if (pick(6) == 0) {
      const Formula inner = make(depth - 1);
      return {"abs(" + inner.text + ")",
              [inner](const auto& at) { return std::fabs(inner.value(at)); }};
    }
    const Formula a = make(depth - 1);
    Formula b = make(depth - 1);
    if (!is_uncertain(a) && !is_uncertain(b)) {
      b = {"p", [](const auto& at) { return at[0]; }};  // constants alone need no bounds
    }
    switch (pick(6)) {
      case 0:
        return join(a, " + ", b, [](double x, double y) { return x + y; });
      case 1:
        return join(a, " - ", b, [](double x, double y) { return x - y; });
      case 2:
        return join(a, " * ", b, [](double x, double y) { return x * y; });
      case 3:
        return join(a, " / ", b, [](double x, double y) { return x / y; });
      case 4:
        return call("min", a, b, [](double x, double y) { return std::min(x, y); });
      default:
        return call("max", a, b, [](double x, double y) { return std::max(x, y); });
    }
  }

  static bool is_uncertain(const Formula& formula) {
    return formula.text.find_first_of("pq") != std::string::npos ||
           formula.text.find("most") != std::string::npos ||
           formula.text.find("least") != std::string::npos;
  }
  std::size_t pick(std::size_t count) { return random_() % count; }
  double uniform() { return static_cast<double>(random_() >> 11U) * 0x1.0p-53; }

 private:
  using Operation = double (*)(double, double);

  static Formula join(const Formula& a, const char* sign, const Formula& b, Operation operation) {
    return {"(" + a.text + sign + b.text + ")",
            [=](const auto& at) { return operation(a.value(at), b.value(at)); }};
  }
  static Formula call(const char* name, const Formula& a, const Formula& b, Operation operation) {
    return {std::string(name) + "(" + a.text + ", " + b.text + ")",
            [=](const auto& at) { return operation(a.value(at), b.value(at)); }};
  }

  Formula leaf() {
    switch (pick(5)) {
      case 0:
        return {"p", [](const auto& at) { return at[0]; }};
      case 1:
        return {"q", [](const auto& at) { return at[1]; }};
      case 2:
        return {"most", [](const auto& at) { return std::max({at[2], at[3], at[4]}); }};
      case 3:
        return {"least", [](const auto& at) { return std::min({at[2], at[3], at[4]}); }};
      default:
        return {"0.25", [](const auto&) { return 0.25; }};
    }
  }

  std::mt19937_64 random_;
};

/// Chances that move, as far as they do.
struct Chance {
  double middle = 0.5;
  double swing = 0.0;
  double speed = 1.0;
  [[nodiscard]] double at(std::size_t event) const {
    const double value = middle + swing * std::sin(static_cast<double>(event) / speed);
    return std::min(1.0, std::max(0.0, value));
  }
};

Spec specification(const std::string& formula) {
  const std::string level = ", level: " + std::to_string(kLevel);
  const std::string text =
      "input a : Bool, b : Bool, group : UInt64, c : Bool\n"
      "output p : Float64 := a.prob()\n"
      "output q : Float64 := b.prob()\n"
      "output rate(g) spawn with group eval when group == g with prob(of: c)\n"
      "output most : Float64 @(a && b && group && c) :=\n"
      "  rate.aggregate(over_instances: all, using: max).defaults(to: 0.0)\n"
      "output least : Float64 @(a && b && group && c) :=\n"
      "  rate.aggregate(over_instances: all, using: min).defaults(to: 0.0)\n"
      "output low @(a && b && group && c) := lower(" +
      formula + level + ")\noutput high @(a && b && group && c) := upper(" + formula + level +
      ")\n";
  const Compiled compiled = compile(SourceFile("formula.lola", text));
  if (!compiled.spec) {
    std::fprintf(stderr, "%s", render(compiled.diagnostics).c_str());
    std::exit(1);
  }
  return *compiled.spec;
}

/// Whether the true value was within its bounds at all times.
bool holds(std::uint64_t seed) {
  Formulas random(seed);
  Formula formula = random.make(3);
  while (!Formulas::is_uncertain(formula)) {
    formula = random.make(3);
  }
  const Spec spec = specification(formula.text);
  std::array<Chance, 2 + kGroups> chances;
  for (Chance& chance : chances) {
    chance = {random.uniform(), random.pick(2) == 0 ? 0.0 : 0.4, 20.0 + 200.0 * random.uniform()};
  }
  EventBatch events(spec.num_inputs(), kEvents);
  std::array<double, 2 + kGroups> sums{};
  std::array<double, 2 + kGroups> trials{};
  std::vector<double> truth;
  for (std::size_t i = 0; i < kEvents; ++i) {
    const std::size_t group = i < kGroups ? i : random.pick(kGroups);
    const std::array<std::size_t, 3> about = {0, 1, 2 + group};
    std::array<bool, 3> result{};
    for (std::size_t k = 0; k < about.size(); ++k) {
      const double chance = chances[about[k]].at(i);
      result[k] = random.uniform() < chance;
      sums[about[k]] += chance;
      trials[about[k]] += 1.0;
    }
    const std::size_t row = events.add_row({static_cast<std::int64_t>(i + 1) * 1'000'000'000});
    events.set(row, 0, result[0] ? 1 : 0);
    events.set(row, 1, result[1] ? 1 : 0);
    events.set(row, 2, group);
    events.set(row, 3, result[2] ? 1 : 0);
    std::array<double, 2 + kGroups> averages{};
    for (std::size_t k = 0; k < averages.size(); ++k) {
      averages[k] = trials[k] > 0.0 ? sums[k] / trials[k] : std::nan("");
    }
    truth.push_back(i + 1 < kGroups ? std::nan("") : formula.value(averages));
  }
  auto monitor = Monitor::create(spec, {});
  VerdictBatch verdicts;
  if (!monitor.ok() || !monitor->accept(events, verdicts).ok()) {
    std::exit(1);
  }
  const StreamVerdicts& low = verdicts.streams[*spec.find_stream("low")];
  const StreamVerdicts& high = verdicts.streams[*spec.find_stream("high")];
  if (low.num_rows() != kEvents || high.num_rows() != kEvents) {
    std::fprintf(stderr, "%s has no bounds at some events\n", formula.text.c_str());
    std::exit(1);
  }
  for (std::size_t i = 0; i < kEvents; ++i) {
    const double slack = 1e-12;  // the truth is rounded, too
    if (std::isfinite(truth[i]) && (cell_double(low.values[i]) > truth[i] + slack ||
                                    cell_double(high.values[i]) < truth[i] - slack)) {
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 300;
  int kept = 0;
  for (int i = 0; i < runs; ++i) {
    kept += holds(77 + static_cast<std::uint64_t>(i)) ? 1 : 0;
  }
  std::printf(
      "{\"figure\": \"random formulas\", \"runs\": %d, \"within\": %.4f, \"level\": %.2f}\n", runs,
      static_cast<double>(kept) / runs, kLevel);
  return kept >= kLevel * runs ? 0 : 1;
}
