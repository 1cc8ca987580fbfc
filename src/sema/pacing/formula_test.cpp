#include "sema/pacing/formula.hpp"

#include <gtest/gtest.h>

namespace fairmon::sema::pacing {
namespace {

const Formula kA = Formula::input(0);
const Formula kB = Formula::input(1);
const Formula kC = Formula::input(2);

TEST(Formula, Implies) {
  const Formula both = *Formula::both(kA, kB);
  const Formula either = *Formula::either(kA, kB);
  EXPECT_TRUE(both.implies(kA));
  EXPECT_TRUE(both.implies(either));
  EXPECT_FALSE(kA.implies(both));
  EXPECT_FALSE(either.implies(kA));
  EXPECT_TRUE(kA.implies(either));
  EXPECT_FALSE(kC.implies(either));
}

TEST(Formula, AlwaysIsImpliedByAllAndImpliesOnlyItself) {
  EXPECT_TRUE(kA.implies(Formula::always()));
  EXPECT_FALSE(Formula::always().implies(kA));
  EXPECT_TRUE(Formula::always().implies(Formula::always()));
  EXPECT_EQ(*Formula::both(kA, Formula::always()), kA);
  EXPECT_EQ(*Formula::either(kA, Formula::always()), Formula::always());
}

TEST(Formula, AbsorbsAndDistributes) {
  EXPECT_EQ(*Formula::either(kA, *Formula::both(kA, kB)), kA);
  const Formula spread = *Formula::both(kA, *Formula::either(kB, kC));
  EXPECT_EQ(spread, *Formula::either(*Formula::both(kA, kB), *Formula::both(kA, kC)));
  EXPECT_EQ(spread.activation().kind, ir::Activation::Kind::Or);
  EXPECT_EQ(Formula::always().activation().kind, ir::Activation::Kind::True);
}

TEST(Formula, RefusesWhatExplodes) {
  Formula large = Formula::always();
  std::optional<Formula> result = large;
  for (std::uint32_t i = 0; i < 40 && result; i += 2) {
    result = Formula::both(*result, *Formula::either(Formula::input(i), Formula::input(i + 1)));
  }
  EXPECT_FALSE(result.has_value());
}

}  // namespace
}  // namespace fairmon::sema::pacing
