#include "plugins/outputs/webhook/alarm_book.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "ledger/crypto/libcrypto.hpp"

namespace fairmon::plugins::webhook {
namespace {

/// A book whose notices are written down as `begin@10`.
class BookTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(ledger::load_crypto()); }

  AlarmBook make() {
    return {
        rules, "seed",
        [this](const Notice& notice) {
          if (!room) {
            return false;
          }
          told.push_back(std::string(kind_name(notice.kind)) + "@" + std::to_string(notice.at_ns));
          notices.push_back(notice);
          return true;
        },
        [this](const std::string& alarm) {
          const auto found = known.find(alarm);
          return found == known.end() ? AlarmBook::Told() : found->second;
        }};
  }
  static Violation violation(const std::string& group, const std::string& trigger = "trigger_0") {
    Violation one;
    one.trigger = trigger;
    one.labels = {{"group", group}};
    one.instance = group;
    return one;
  }

  using Texts = std::vector<std::string>;
  AlarmRules rules;
  bool room = true;
  Texts told;
  std::vector<Notice> notices;
  std::map<std::string, AlarmBook::Told> known;
};

TEST_F(BookTest, BeginsAndEndsOnce) {
  AlarmBook book = make();
  const auto number = book.open(violation("a"), 10);
  book.pass(10);
  book.pass(20);
  book.close(number, 30);
  book.pass(30);
  book.pass(99);
  EXPECT_EQ(told, (Texts{"begin@10", "end@30"}));
  EXPECT_EQ(notices[0].alarm, notices[1].alarm);
  EXPECT_EQ(notices[1].ended_ns, 30);
  EXPECT_EQ(notices[1].violations.at(0).instance, "a");
}

TEST_F(BookTest, AnEpisodeOfOneMomentIsTold) {
  AlarmBook book = make();
  book.close(book.open(violation("a"), 10), 10);
  book.pass(10);
  EXPECT_EQ(told, (Texts{"begin@10", "end@10"}));
}

TEST_F(BookTest, ForLetsShortEpisodesGo) {
  rules.wait_ns = 5;
  AlarmBook book = make();
  book.close(book.open(violation("a"), 10), 15);  // false at the moment it would have begun
  book.pass(100);
  EXPECT_EQ(told, Texts{});
  const auto number = book.open(violation("a"), 200);
  book.pass(204);
  EXPECT_EQ(told, Texts{});
  book.close(number, 206);  // it held at 205, though nobody looked then
  book.pass(206);
  EXPECT_EQ(told, (Texts{"begin@205", "end@206"}));
  EXPECT_EQ(notices[0].since_ns, 200);
}

TEST_F(BookTest, ResolveAfterJoinsEpisodes) {
  rules.resolve_ns = 10;
  AlarmBook book = make();
  book.close(book.open(violation("a"), 1), 5);
  book.close(book.open(violation("a"), 14), 20);  // within 10 of 5
  book.pass(29);
  EXPECT_EQ(told, (Texts{"begin@1"}));
  book.pass(30);
  EXPECT_EQ(told, (Texts{"begin@1", "end@30"}));
  book.open(violation("a"), 31);
  book.pass(31);
  ASSERT_EQ(told.size(), 3U);
  EXPECT_NE(notices[2].alarm, notices[0].alarm);
}

TEST_F(BookTest, RepeatTellsThatItGoesOn) {
  rules.repeat_ns = 10;
  AlarmBook book = make();
  const auto number = book.open(violation("a"), 0);
  for (const std::int64_t time : {0, 9, 10, 15, 20, 45}) {
    book.pass(time);
  }
  book.close(number, 46);
  book.pass(46);
  EXPECT_EQ(told, (Texts{"begin@0", "still@10", "still@20", "still@45", "end@46"}));
  EXPECT_NE(notices[1].id(), notices[2].id());
  EXPECT_EQ(notices[1].alarm, notices[2].alarm);
}

TEST_F(BookTest, GroupsAreOneAlarm) {
  rules.group_by = {"trigger"};
  rules.group_interval_ns = 100;
  AlarmBook book = make();
  const auto first = book.open(violation("a"), 0);
  book.pass(0);
  const auto second = book.open(violation("b"), 10);
  const auto other = book.open(violation("a", "trigger_1"), 10);
  book.pass(10);
  EXPECT_EQ(told, (Texts{"begin@0", "begin@10"}));  // of the other trigger
  book.pass(100);
  EXPECT_EQ(told.back(), "still@100");
  EXPECT_EQ(notices.back().violations.size(), 2U);
  book.close(first, 110);
  book.pass(110);
  EXPECT_EQ(told.size(), 3U);
  book.close(second, 120);
  book.pass(120);
  EXPECT_EQ(told.back(), "end@120");
  EXPECT_EQ(notices.back().alarm, notices.front().alarm);
  book.close(other, 130);
  book.pass(130);
  EXPECT_EQ(told.size(), 5U);
}

TEST_F(BookTest, WithoutRoomTheBeginWaits) {
  AlarmBook book = make();
  room = false;
  const auto lost = book.open(violation("a"), 0);
  const auto kept = book.open(violation("b"), 1);
  book.pass(1);
  book.close(lost, 2);
  book.pass(2);
  room = true;
  book.retry();
  EXPECT_EQ(told, (Texts{"begin@1"}));
  EXPECT_EQ(book.num_missed(), 1U);
  room = false;
  book.close(kept, 3);
  book.pass(3);
  room = true;
  book.retry();
  EXPECT_EQ(told, (Texts{"begin@1", "end@3"}));
}

TEST_F(BookTest, BeyondTheLimitNothingIsTracked) {
  rules.most_violations = 1;
  AlarmBook book = make();
  book.open(violation("a"), 0);
  const auto number = book.open(violation("b"), 0);
  EXPECT_EQ(number, AlarmBook::kUntracked);
  EXPECT_EQ(book.find(number), nullptr);
  book.close(number, 5);
  book.pass(5);
  EXPECT_EQ(told, (Texts{"begin@0"}));
  EXPECT_EQ(book.num_untracked(), 1U);
}

TEST_F(BookTest, GoesOnAfterACheckpoint) {
  rules.wait_ns = 5;
  rules.resolve_ns = 7;
  AlarmBook whole = make();
  const auto number = whole.open(violation("a"), 10);
  std::string bytes;
  whole.save(bytes);
  AlarmBook resumed = make();
  ASSERT_TRUE(resumed.load(bytes));
  ASSERT_TRUE(resumed.has(number));
  resumed.pass(15);
  resumed.close(number, 20);
  resumed.pass(27);
  EXPECT_EQ(told, (Texts{"begin@15", "end@27"}));
  std::string damaged = bytes;
  damaged.pop_back();
  EXPECT_FALSE(make().load(damaged));
}

/// Time that passed while nothing came may have told things that the checkpoint does not know.
TEST_F(BookTest, WhatWasToldByTheClockIsNotToldAgain) {
  rules.wait_ns = 5;
  AlarmBook before = make();
  const auto number = before.open(violation("a"), 10);
  std::string bytes;
  before.save(bytes);
  before.pass(15);  // by the clock on the wall
  ASSERT_EQ(told, (Texts{"begin@15"}));
  known[notices[0].alarm].begun = true;
  AlarmBook after = make();
  ASSERT_TRUE(after.load(bytes));
  after.close(number, 12);  // an event that came late: the condition held for 2 only
  after.pass(12);
  EXPECT_EQ(told, (Texts{"begin@15", "end@12"}));
  EXPECT_EQ(notices[1].alarm, notices[0].alarm);
}

TEST_F(BookTest, TheSameRunGivesTheSameNames) {
  for (int round = 0; round < 2; ++round) {
    AlarmBook book = make();
    book.close(book.open(violation("a"), 1), 2);
    book.close(book.open(violation("a"), 3), 4);
    book.pass(4);
  }
  ASSERT_EQ(notices.size(), 8U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(notices[i].id(), notices[i + 4].id());
  }
  EXPECT_NE(notices[0].alarm, notices[2].alarm);
}

}  // namespace
}  // namespace fairmon::plugins::webhook
