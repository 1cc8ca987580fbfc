#include "watch/push/verdict_desk.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace fairmon::watch {

namespace {

using namespace std::chrono_literals;

class DeskTest : public testing::Test {
 protected:
  void wait(std::uint64_t first, std::uint64_t end) {
    desk_.wait(first, end, VerdictDesk::Clock::now() + 1h,
               [this](Verdicts verdicts) { told_ = std::move(verdicts); });
  }

  VerdictDesk desk_;
  std::optional<Verdicts> told_;
};

TEST_F(DeskTest, TellsWhenAllEventsAreDecided) {
  desk_.started(0, 10);
  wait(11, 13);
  for (std::uint64_t event = 0; event < 4; ++event) {
    desk_.delivered(event, 10 + event);
  }
  desk_.say(0, "of another");
  desk_.say(1, "first");
  desk_.say(2, "second");
  desk_.decided(2);
  EXPECT_FALSE(told_);
  EXPECT_EQ(desk_.judged(), 12U);
  desk_.decided(3);
  ASSERT_TRUE(told_);
  EXPECT_TRUE(told_->complete);
  EXPECT_EQ(told_->lines, (std::vector<std::string>{"first", "second"}));
}

TEST_F(DeskTest, SkippedEventsShiftTheOthers) {
  desk_.started(0, 0);
  wait(2, 4);
  desk_.delivered(0, 0);
  RecordError why;
  why.message = "late";
  desk_.skipped(1, why);
  desk_.skipped(2, why);
  desk_.delivered(1, 3);
  EXPECT_TRUE(desk_.wanted(1));
  desk_.say(1, "of event 3");
  desk_.decided(2);
  ASSERT_TRUE(told_);
  EXPECT_EQ(told_->lines, std::vector<std::string>{"of event 3"});
  EXPECT_EQ(told_->skipped.size(), 1U);
  EXPECT_EQ(desk_.judged(), 4U);
}

TEST_F(DeskTest, ASkippedEventAloneIsJudged) {
  desk_.started(5, 5);
  wait(5, 6);
  desk_.skipped(5, {});
  ASSERT_TRUE(told_);
  EXPECT_TRUE(told_->complete);
}

TEST_F(DeskTest, ARunThatBeginsAgainSaysItAgain) {
  desk_.started(0, 0);
  wait(0, 2);
  desk_.delivered(0, 0);
  desk_.say(0, "once");
  desk_.started(0, 0);
  desk_.delivered(0, 0);
  desk_.delivered(1, 1);
  desk_.say(0, "again");
  desk_.decided(2);
  ASSERT_TRUE(told_);
  EXPECT_EQ(told_->lines, std::vector<std::string>{"again"});
}

TEST_F(DeskTest, WhoWaitsTooLongIsToldSo) {
  desk_.started(0, 0);
  wait(0, 1);
  desk_.expire(VerdictDesk::Clock::now());
  EXPECT_FALSE(told_);
  desk_.expire(VerdictDesk::Clock::now() + 2h);
  ASSERT_TRUE(told_);
  EXPECT_FALSE(told_->complete);
  EXPECT_EQ(desk_.num_waiting(), 0U);
}

}  // namespace

}  // namespace fairmon::watch
