#include "simulation.hpp"

#include <algorithm>
#include <array>

#include "builtins/evidence/joint_bound.hpp"
#include "builtins/evidence/rate_bound.hpp"
#include "builtins/evidence/shares.hpp"

namespace fairmon::simulation {

using builtins::BoundAggregate;
using builtins::Evaluation;

namespace {

constexpr std::uint64_t kNaiveSupport = 30;  ///< as people set it against noise

struct Group {
  std::uint64_t hits = 0;
  std::uint64_t trials = 0;
  std::uint64_t rank = 0;
};

class Run {
 public:
  explicit Run(const Setting& setting)
      : setting_(setting),
        groups_(setting.groups),
        pairs_(
            *builtins::find_aggregate("some_pair_exceeds")
                 ->aggregate->bind(Type::tuple({Type::unsigned_integer(), Type::unsigned_integer(),
                                                Type::unsigned_integer(), Type::floating(),
                                                Type::floating(), Type::unsigned_integer()}),
                                   0)) {}

  void add(std::size_t group, bool hit) {
    if (setting_.recent) {
      begin_blocks();
    }
    Group& g = groups_[group];
    g.rank = g.rank == 0 ? ++num_born_ : g.rank;
    g.hits += hit ? 1U : 0U;
    ++g.trials;
    ++num_trials_;
  }

  [[nodiscard]] bool certain() {
    if (setting_.recent) {
      return certain_recently();
    }
    return setting_.box ? certain_by_boxes() : certain_jointly();
  }

  [[nodiscard]] bool naive() const {
    double least = 1.0;
    double most = 0.0;
    for (const Group& g : groups_) {
      if (g.trials >= kNaiveSupport) {
        const double rate = static_cast<double>(g.hits) / static_cast<double>(g.trials);
        least = std::min(least, rate);
        most = std::max(most, rate);
      }
    }
    return most - least > setting_.margin;
  }

 private:
  /// A block begins at the first event before which there were so many trials.
  void begin_blocks() {
    using builtins::evidence::kFirstScale;
    for (std::uint32_t scale = kFirstScale; scale <= builtins::evidence::kLastScale; ++scale) {
      Block& block = blocks_[scale];
      if (block.number != num_trials_ >> scale) {
        block.number = num_trials_ >> scale;
        block.start = groups_;
      }
    }
  }

  [[nodiscard]] bool apart(const Group& first, const Group& second, double share) const {
    const auto tally = [](const Group& g) {
      return builtins::evidence::Tally{static_cast<double>(g.hits), static_cast<double>(g.trials)};
    };
    const auto a = tally(first);
    const auto b = tally(second);
    return builtins::evidence::surely_exceeds(a, b, setting_.margin, share) ||
           builtins::evidence::surely_exceeds(b, a, setting_.margin, share);
  }

  [[nodiscard]] bool certain_recently() const {
    using builtins::evidence::kFirstScale;
    const double half = setting_.error / 2.0;
    if (apart(groups_[0], groups_[1], half)) {
      return true;
    }
    for (std::uint32_t scale = kFirstScale; scale <= builtins::evidence::kLastScale; ++scale) {
      const Block& block = blocks_[scale];
      if (block.start.empty()) {
        return false;
      }
      const auto since = [&](std::size_t group) {
        Group counted = groups_[group];
        counted.hits -= block.start[group].hits;
        counted.trials -= block.start[group].trials;
        return counted;
      };
      const double share = builtins::evidence::block_share(
          builtins::evidence::scale_share(scale, half), block.number << scale, scale);
      if (apart(since(0), since(1), share)) {
        return true;
      }
    }
    return false;
  }

  bool certain_jointly() {
    if (setting_.two_places) {
      return apart(groups_[0], groups_[1], setting_.error);
    }
    cells_.clear();
    for (const Group& g : groups_) {
      if (g.rank != 0) {
        cells_.insert(cells_.end(), {g.hits, g.trials, g.rank, cell_of(setting_.margin),
                                     cell_of(setting_.error), setting_.announced});
      }
    }
    Cell result = 0;
    Evaluation evaluation;
    pairs_.finish_values(cells_, 0, &result, evaluation);
    return result != 0;
  }

  [[nodiscard]] bool certain_by_boxes() const {
    double most = 0.0;   // the largest low end
    double least = 1.0;  // the smallest high end
    for (const Group& g : groups_) {
      if (g.rank != 0) {
        const double share =
            builtins::evidence::instance_share(g.rank, setting_.error, setting_.announced);
        const double hits = static_cast<double>(g.hits);
        const double trials = static_cast<double>(g.trials);
        most = std::max(most, builtins::evidence::rate_low(hits, trials, share));
        least = std::min(least, builtins::evidence::rate_high(hits, trials, share));
      }
    }
    return most - least > setting_.margin;
  }

  const Setting& setting_;
  std::vector<Group> groups_;
  BoundAggregate pairs_;
  std::vector<Cell> cells_;
  std::uint64_t num_born_ = 0;
  std::uint64_t num_trials_ = 0;
  struct Block {
    std::uint64_t number = 0;
    std::vector<Group> start;  ///< empty: it began with the run
  };
  std::array<Block, builtins::evidence::kLastScale + 1> blocks_;
};

}  // namespace

Outcome run(const Setting& setting, const Chance& chance, std::uint64_t seed, const Mix& mix) {
  std::mt19937_64 random(seed);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1.0p-53; };
  Run state(setting);
  Outcome outcome;
  for (std::uint64_t event = 1; event <= setting.events; ++event) {
    const std::size_t any = mix ? mix(random, event) : random() % setting.groups;
    const std::size_t group = setting.in_order && event <= setting.groups ? event - 1 : any;
    state.add(group, uniform() < chance(group, event));
    if (!outcome.naive && state.naive()) {
      outcome.naive = event;
    }
    if (state.certain()) {
      outcome.certain = event;
      break;
    }
  }
  return outcome;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace fairmon::simulation
