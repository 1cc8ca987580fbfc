#pragma once

#include <fairmon/fairmon.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

/// Invented decisions about groups, judged by a monitor that runs a specification. For tests and
/// figures.
namespace fairmon::simulation {

/// The chance of a group at an event.
using Chance = std::function<double(std::size_t group, std::uint64_t event)>;
/// Which group an event is about.
using Mix = std::function<std::size_t(std::mt19937_64& random, std::uint64_t event)>;

struct Setting {
  std::size_t groups = 2;
  double margin = 0.1;
  double level = 0.95;
  std::uint64_t announced = 0;  ///< `groups:`
  std::uint64_t events = 4000;
  bool two_places = false;  ///< `given: g` and `given: !g` instead of two instances
  bool in_order = false;    ///< the first events introduce the groups one after the other
  bool box = false;         ///< single bounds instead of the joint one
  bool recent = false;      ///< looks at blocks of every scale, too
  bool estimate = false;    ///< no statement: judges what was seen
  bool naive = false;       ///< also what a trigger on the estimates says, with support 30
};

struct Outcome {
  std::optional<std::uint64_t> certain;  ///< the first event at which a gap is certain
  std::optional<std::uint64_t> naive;    ///< at which the estimates differ by more than the margin
};

/// The specification that judges a setting.
[[nodiscard]] std::string specification(const Setting& setting);

/// One specification, for many runs.
class Experiment {
 public:
  explicit Experiment(const Setting& setting);

  /// Decisions are looked at after every event until a gap is certain.
  [[nodiscard]] Outcome run(const Chance& chance, std::uint64_t seed, const Mix& mix = {}) const;

  /// Seconds of the processor that the monitor needs per event, all events judged; the best of
  /// some turns.
  [[nodiscard]] double seconds_per_event(const Chance& chance, int turns) const;

 private:
  [[nodiscard]] std::optional<std::uint64_t> first_row(const VerdictBatch& verdicts,
                                                       const char* trigger) const;

  Setting setting_;
  Spec spec_;
};

/// The middle one of several numbers; missing ones count as very large.
[[nodiscard]] double median(std::vector<double> values);

}  // namespace fairmon::simulation
