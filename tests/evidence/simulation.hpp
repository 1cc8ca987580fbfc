#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "builtins/catalogue.hpp"

/// Invented decisions about groups, judged by the very aggregation that `certain` uses. For tests
/// and figures.
namespace fairmon::simulation {

/// The chance of a group at an event.
using Chance = std::function<double(std::size_t group, std::uint64_t event)>;
/// Which group an event is about.
using Mix = std::function<std::size_t(std::mt19937_64& random, std::uint64_t event)>;

struct Setting {
  std::size_t groups = 2;
  double margin = 0.1;
  double error = 0.05;
  std::uint64_t announced = 0;  ///< `groups:`
  std::uint64_t events = 4000;
  bool two_places = false;  ///< `given: g` and `given: !g` instead of two instances
  bool in_order = false;    ///< the first events introduce the groups one after the other
  bool box = false;         ///< single bounds instead of the joint one
  bool recent = false;      ///< looks at blocks of every scale, too; with two places
};

struct Outcome {
  std::optional<std::uint64_t> certain;  ///< the first event at which a gap is certain
  std::optional<std::uint64_t> naive;    ///< at which the estimates differ by more than the margin
};

/// One run. Decisions are looked at after every event until a gap is certain.
[[nodiscard]] Outcome run(const Setting& setting, const Chance& chance, std::uint64_t seed,
                          const Mix& mix = {});

/// The middle one of several numbers; missing ones count as very large.
[[nodiscard]] double median(std::vector<double> values);

}  // namespace fairmon::simulation
