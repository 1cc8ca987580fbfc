#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "api/testing/forged_checkpoint.hpp"

namespace fairmon::api {
namespace {

TEST(ForgedCheckpoint, UnchangedItIsTaken) {
  for (std::uint8_t number = 0; number < 2 * kForgedSpecs.size(); ++number) {
    EXPECT_TRUE(try_forged_checkpoint(&number, 1)) << int{number};
  }
}

TEST(ForgedCheckpoint, IsRefusedOrHarmless) {
  std::mt19937 random(7);
  std::size_t taken = 0;
  constexpr int kTries = 6000;
  for (int i = 0; i < kTries; ++i) {
    std::vector<std::uint8_t> bytes(1 + 4 * (1 + random() % 3));
    for (std::uint8_t& byte : bytes) {
      byte = static_cast<std::uint8_t>(random());
    }
    taken += try_forged_checkpoint(bytes.data(), bytes.size()) ? 1U : 0U;
  }
  EXPECT_GT(taken, kTries / 20U) << "nothing was tried";
  EXPECT_LT(taken, kTries * 19U / 20);
}

}  // namespace
}  // namespace fairmon::api
