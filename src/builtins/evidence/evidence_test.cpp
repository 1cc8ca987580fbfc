// Numbers computed with 40 digits by an independent program.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "builtins/evidence/interval.hpp"
#include "builtins/evidence/joint_bound.hpp"
#include "builtins/evidence/rate_bound.hpp"
#include "builtins/evidence/shares.hpp"

namespace fairmon::builtins::evidence {
namespace {

struct Row {
  double sum;
  double trials;
  std::array<std::array<double, 2>, 3> ends;  ///< at 0.05, 0.025, 0.01
};

constexpr std::array<double, 3> kErrors = {0.05, 0.025, 0.01};
constexpr std::array<Row, 7> kTable = {{
    {0, 10, {{{0, 0.404787903093609}, {0, 0.45512899493119}, {0, 0.516540104434309}}}},
    {3,
     8,
     {{{0.0368665611800923, 0.837680992313262},
       {0.020816454145839, 0.864143145177649},
       {0.0016252746975641, 0.895784050943844}}}},
    {20,
     100,
     {{{0.0914405378664612, 0.354930484729071},
       {0.0867889051756701, 0.363406312107473},
       {0.0806890567056077, 0.374520960684307}}}},
    {250,
     900,
     {{{0.225571892263629, 0.334156601032368},
       {0.222687675066259, 0.337379768748822},
       {0.21887835480984, 0.341636756774315}}}},
    {800,
     1600,
     {{{0.45234133011372, 0.54765866988628},
       {0.450620465522063, 0.549379534477937},
       {0.448346750108867, 0.551653249891133}}}},
    {2, 1000, {{{0, 0.00956845250945434}, {0, 0.0103631816429666}, {0, 0.0114129113507287}}}},
    {999500,
     1000000,
     {{{0.999408410891171, 0.999583148205755},
       {0.999402512333835, 0.999585588934527},
       {0.999397777848696, 0.999588815399866}}}},
}};

TEST(EvidenceTest, TableToTwelveDigits) {
  for (const Row& row : kTable) {
    for (std::size_t i = 0; i < kErrors.size(); ++i) {
      EXPECT_TRUE(std::fabs(rate_low(row.sum, row.trials, kErrors[i]) - row.ends[i][0]) <= 1e-12);
      EXPECT_TRUE(std::fabs(rate_high(row.sum, row.trials, kErrors[i]) - row.ends[i][1]) <= 1e-12);
    }
  }
}

TEST(EvidenceTest, NothingWithoutTrials) {
  EXPECT_TRUE(rate_low(0, 0, 0.05) == 0.0);
  EXPECT_TRUE(rate_high(0, 0, 0.05) == 1.0);
  EXPECT_TRUE(rate_low(10, 10, 0.0) == 0.0);
  EXPECT_TRUE(rate_high(0, 10, 0.0) == 1.0);
}

TEST(EvidenceTest, SurroundTheEstimate) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const double trials = static_cast<double>(1 + random() % 5000);
    const double sum = static_cast<double>(random() % static_cast<std::uint64_t>(trials + 1));
    const double low = rate_low(sum, trials, 0.05);
    const double high = rate_high(sum, trials, 0.05);
    EXPECT_TRUE(low <= sum / trials);
    EXPECT_TRUE(high >= sum / trials);
    EXPECT_TRUE(rate_low(sum, trials, 0.01) <= low);
    EXPECT_TRUE(rate_high(sum, trials, 0.01) >= high);
    EXPECT_NEAR(high, 1.0 - rate_low(trials - sum, trials, 0.05),
                1e-9 * std::fabs(1.0 - rate_low(trials - sum, trials, 0.05)));
    if (sum + 1 <= trials) {
      EXPECT_TRUE(rate_low(sum + 1, trials, 0.05) >= low);
      EXPECT_TRUE(rate_high(sum + 1, trials, 0.05) >= high);
    }
  }
}

struct Line {
  Tally a;
  Tally b;
  double margin;
  double least;  ///< of ln M_a + ln M_b along a = b + margin
  double at_two_fifths;
};

constexpr std::array<Line, 7> kLines = {{
    {{60, 100}, {20, 100}, 0.1, 4.66588578672143, 5.4951901412435},
    {{300, 600}, {130, 600}, 0.1, 15.9448629357885, 8.64996523479835},
    {{700, 1000}, {400, 900}, 0.0, 57.4215073767027, 174.45203771078},
    {{5, 10}, {0, 7}, 0.0, 0.617158576155281, -1.00536022822512},
    {{50, 100}, {52, 100}, 0.3, 5.0319411014927, -0.453280854995857},
    {{999, 1000}, {10, 1000}, 0.5, 462.492115927559, 728.157677194756},
    {{3, 900}, {30, 900}, 0.2, 182.328414766031, 374.686407724571},
}};

TEST(EvidenceTest, JointDecidesAtItsLeastValue) {
  for (const Line& line : kLines) {
    EXPECT_NEAR(log_mixture(line.a, 0.4), line.at_two_fifths,
                1e-11 * std::fabs(line.at_two_fifths));
    const bool above = line.a.sum / line.a.trials - line.b.sum / line.b.trials > line.margin;
    const auto decide = [&](double error) {
      return above ? surely_exceeds(line.a, line.b, line.margin, error)
                   : surely_within(line.a, line.b, line.margin, error);
    };
    EXPECT_TRUE(decide(std::exp(-line.least * (1.0 - 1e-9))));
    EXPECT_FALSE(decide(std::exp(-line.least * (1.0 + 1e-9))));
    const double other = std::exp(-line.least);
    EXPECT_FALSE((above ? surely_within(line.a, line.b, line.margin, other)
                        : surely_exceeds(line.a, line.b, line.margin, other)));
  }
}

TEST(EvidenceTest, JointAtTheEnds) {
  EXPECT_TRUE(surely_exceeds({0, 5}, {5, 5}, -1.5, 0.05));
  EXPECT_TRUE(surely_within({5, 5}, {0, 5}, 1.5, 0.05));
  EXPECT_FALSE(surely_exceeds({500, 500}, {0, 500}, 1.0, 0.05));
  EXPECT_FALSE(surely_within({0, 0}, {0, 0}, 0.1, 0.05));
  EXPECT_FALSE(surely_exceeds({500, 500}, {0, 0}, 0.1, 0.05));
  // Nothing is known of b, but a − b ≤ 0.9 leaves room for it.
  EXPECT_TRUE(surely_within({0, 500}, {0, 0}, 0.9, 0.05));
  EXPECT_FALSE(surely_exceeds({500, 500}, {0, 500}, 0.1, 0.0));
}

TEST(EvidenceTest, SharesAddUp) {
  for (const std::uint64_t groups : {0U, 2U, 6U}) {
    double instances = 0.0;
    double pairs = 0.0;
    double samples = 0.0;
    for (std::uint64_t i = 1; i <= 400; ++i) {
      instances += instance_share(i, 0.05, groups);
      samples += sample_share(i, 0.05);
      for (std::uint64_t j = 1; j < i; ++j) {
        EXPECT_TRUE(pair_share(i, j, 0.05, groups) == pair_share(j, i, 0.05, groups));
        pairs += pair_share(i, j, 0.05, groups);
      }
    }
    EXPECT_TRUE(instances <= 0.05);
    EXPECT_TRUE(instances > 0.0495);
    EXPECT_TRUE(pairs <= 0.05 + 1e-12);
    EXPECT_TRUE(pairs > 0.0495);
    EXPECT_TRUE(samples <= 0.05);
  }
  EXPECT_TRUE(instance_share(0, 0.05, 0) == 0.0);
  EXPECT_TRUE(pair_share(2, 2, 0.05, 0) == 0.0);
  EXPECT_DOUBLE_EQ(instance_share(3, 0.06, 6), 0.009);
}

TEST(EvidenceTest, IntervalsHoldResults) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> any(-2.0, 2.0);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  for (int i = 0; i < 2000; ++i) {
    const auto [a, b] = std::minmax({any(random), any(random)});
    const auto [c, d] = std::minmax({any(random), any(random)});
    const double x = a + part(random) * (b - a);
    const double y = c + part(random) * (d - c);
    const auto inside = [](Interval all, double value) {
      return all.low <= value && value <= all.high;
    };
    EXPECT_TRUE(inside(product({a, b}, {c, d}), x * y));
    EXPECT_TRUE(inside(quotient({a, b}, {c, d}), x / y));
    EXPECT_TRUE(inside(magnitude({a, b}), std::fabs(x)));
  }
  EXPECT_TRUE(std::isinf(quotient({1, 2}, {0, 1}).high));
  EXPECT_TRUE(product({-INFINITY, INFINITY}, {0, 0}).high < 1e-300);
}

}  // namespace
}  // namespace fairmon::builtins::evidence
