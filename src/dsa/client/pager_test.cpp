#include "dsa/client/pager.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "dsa/client/instant.hpp"
#include "dsa/client/page.hpp"
#include "dsa/simulator/server.hpp"
#include "dsa/simulator/time_order.hpp"

namespace fairmon::dsa {
namespace {

using simulator::ApiSettings;
using simulator::Fault;
using Kind = Fault::Kind;
using simulator::Generation;
using simulator::Server;

constexpr std::int64_t kDay = kSecondsPerDay * kNanosPerSecond;

ApiSettings small(Generation generation) {
  ApiSettings settings;
  settings.generation = generation;
  settings.data.per_day = 2'500;
  settings.quota_limit = 1'000;
  return settings;
}

PagerSettings settings_for(const Server& server) {
  PagerSettings settings;
  settings.http.base_url = server.base_url();
  settings.http.token = "1|simulated";
  settings.query.from = {20'418 * kDay};
  settings.query.to = {20'419 * kDay};
  settings.query.source_fields = {"id", "platform_name"};
  settings.page_size = 700;
  settings.first_pause = std::chrono::milliseconds(1);
  settings.max_attempts = 5;
  return settings;
}

class Ids : public StatementVisitor {
 public:
  std::vector<std::int64_t> all;
  void begin() override {}
  void field(std::size_t number, const FieldValue& value) override {
    if (number == 0) {
      all.push_back(value.integer);
    }
  }
  bool end() override { return true; }
};

Result<std::vector<std::int64_t>> fetch_all(Pager& pager) {
  Ids ids;
  PageReader reader({"id", "platform_name"});
  while (true) {
    auto page = pager.next();
    if (!page) {
      return std::move(page).error();
    }
    if (!*page) {
      return ids.all;
    }
    reader.start(std::move(**page));
    EXPECT_FALSE(reader.read(ids));
  }
}

/// All statements in the order of time.
std::vector<Cursor> expected(const ApiSettings& settings) {
  const simulator::Generator generator(settings.data);
  std::vector<Cursor> all;
  for (std::uint64_t i = 0; i < generator.size(); ++i) {
    all.push_back(simulator::cursor_of(generator.at(i)));
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<std::int64_t> expected_ids(const ApiSettings& settings) {
  std::vector<std::int64_t> ids;
  for (const Cursor& cursor : expected(settings)) {
    ids.push_back(cursor.id);
  }
  return ids;
}

class EveryFault
    : public testing::TestWithParam<std::tuple<Generation, std::pair<Fault::Kind, bool>>> {};

TEST_P(EveryFault, EachStatementOnceAndInOrder) {
  const auto [generation, fault] = GetParam();
  ApiSettings settings = small(generation);
  settings.faults = {{fault.first, 1, 1}, {fault.first, 3, 4}};
  auto server = Server::start(settings, 0);
  ASSERT_TRUE(server);
  Pager pager(settings_for(**server));
  const auto ids = fetch_all(pager);
  ASSERT_EQ(ids.ok(), fault.second) << (ids ? "" : ids.error().message);
  if (ids) {
    EXPECT_EQ(*ids, expected_ids(settings));
  } else {
    EXPECT_EQ(ids.error().message.find("simulated"), std::string::npos) << "shows the token";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Matrix, EveryFault,
    testing::Combine(
        testing::Values(Generation::G1, Generation::G2),
        testing::Values(std::pair{Kind::QuotaJson, true},
                        std::pair{Kind::QuotaHtmlWithoutRetryAfter, true},
                        std::pair{Kind::NoAliveNodes, true}, std::pair{Kind::EngineBusy, true},
                        std::pair{Kind::BadQuery, false}, std::pair{Kind::ServerError, true},
                        std::pair{Kind::Unavailable, true}, std::pair{Kind::HtmlPage, true},
                        std::pair{Kind::TimedOut, true}, std::pair{Kind::FailedShard, true},
                        std::pair{Kind::Envelope, true}, std::pair{Kind::Truncated, true},
                        std::pair{Kind::Reset, true}, std::pair{Kind::Unauthorised, false},
                        std::pair{Kind::RepeatedIds, true}, std::pair{Kind::EmptyPage, true},
                        std::pair{Kind::VagueTotal, true}, std::pair{Kind::LostHit, false})));

TEST(Pager, OneEmptyPageLosesNothing) {
  ApiSettings settings = small(Generation::G1);
  settings.faults = {{Kind::EmptyPage, 2, 2}};
  auto server = Server::start(settings, 0);
  ASSERT_TRUE(server);
  Pager pager(settings_for(**server));
  const auto ids = fetch_all(pager);
  ASSERT_TRUE(ids) << ids.error().message;
  EXPECT_EQ(*ids, expected_ids(settings));
}

TEST(Pager, SaysHowManyAreMissing) {
  ApiSettings settings = small(Generation::G1);
  settings.faults = {{Kind::EmptyPage, 2, 1'000}};
  auto server = Server::start(settings, 0);
  ASSERT_TRUE(server);
  PagerSettings own = settings_for(**server);
  own.max_attempts = 3;
  Pager pager(own);
  const auto ids = fetch_all(pager);
  ASSERT_FALSE(ids);
  EXPECT_EQ(ids.error().message.find("1800 of 2500 statements that match are missing"), 0U)
      << ids.error().message;
}

TEST(Pager, AVagueTotalIsNoEnd) {
  ApiSettings settings = small(Generation::G1);
  settings.faults = {{Kind::VagueTotal, 1, 1'000}};
  auto server = Server::start(settings, 0);
  ASSERT_TRUE(server);
  Pager pager(settings_for(**server));
  const auto ids = fetch_all(pager);
  ASSERT_TRUE(ids) << ids.error().message;
  EXPECT_EQ(ids->size(), 2'500U);
}

TEST(Pager, StatementsFiledWhileReadingCome) {
  ApiSettings settings = small(Generation::G1);
  settings.data.disorder = 0;
  settings.filed_at_first = 1'000;
  settings.filed_per_request = 100;
  auto server = Server::start(settings, 0);
  ASSERT_TRUE(server);
  Pager pager(settings_for(**server));
  const auto ids = fetch_all(pager);
  ASSERT_TRUE(ids) << ids.error().message;
  EXPECT_EQ(*ids, expected_ids(settings));
}

TEST(Pager, StatementsFiledBehindTheCursorAreMissed) {
  ApiSettings settings = small(Generation::G1);
  settings.data.disorder = 40'000;
  settings.filed_at_first = 2'000;
  settings.filed_per_request = 100;
  auto server = Server::start(settings, 0);
  ASSERT_TRUE(server);
  PagerSettings own = settings_for(**server);
  own.max_attempts = 2;
  Pager pager(own);
  const auto ids = fetch_all(pager);
  ASSERT_FALSE(ids) << "a statement older than what was read is no reason to say nothing";
  EXPECT_NE(ids.error().message.find("statements that match are missing"), std::string::npos);
}

/// Passes by waiting alone, for client and server alike.
class StillTime {
 public:
  [[nodiscard]] Timepiece timepiece() {
    Timepiece time;
    time.now = [this] { return now(); };
    time.sleep = [this](Timepiece::Clock::duration wait) { passed_ += wait.count(); };
    return time;
  }
  [[nodiscard]] Timepiece::Clock::time_point now() const {
    return Timepiece::Clock::time_point(Timepiece::Clock::duration(passed_.load()));
  }
  [[nodiscard]] std::int64_t seconds() const { return passed_ / kNanosPerSecond; }

 private:
  std::atomic<std::int64_t> passed_ = 0;
};

TEST(Pager, KeepsToTheQuota) {
  StillTime time;
  ApiSettings settings = small(Generation::G1);
  settings.quota_limit = 50;
  settings.now = [&] { return time.now(); };
  auto server = Server::start(settings, 0);
  ASSERT_TRUE(server);
  PagerSettings own = settings_for(**server);
  own.page_size = 10;
  own.time = time.timepiece();
  std::vector<std::string> waits;
  own.waiting = [&](const std::string& why) { waits.push_back(why); };
  Pager pager(own);
  const auto ids = fetch_all(pager);
  ASSERT_TRUE(ids) << ids.error().message;
  EXPECT_EQ(ids->size(), 2'500U);
  EXPECT_EQ(pager.progress().pages, 250U);
  EXPECT_EQ(pager.progress().requests, 250U) << "no request was refused";
  EXPECT_EQ((*server)->api().most_in_window(), 50U) << "the quota is used up";
  EXPECT_GE(time.seconds(), 4 * 60) << "250 pages are five windows, the last needs no waiting";
  EXPECT_LE(time.seconds(), 4 * 61);
  ASSERT_FALSE(waits.empty());
  EXPECT_EQ(waits.front(), "quota reached, resumes in 61 s");
}

TEST(Pager, WaitsWhenAnotherProgramHasUsedTheQuota) {
  StillTime time;
  ApiSettings settings = small(Generation::G2);
  settings.quota_limit = 3;
  settings.now = [&] { return time.now(); };
  auto server = Server::start(settings, 0);
  ASSERT_TRUE(server);
  PagerSettings own = settings_for(**server);
  own.time = time.timepiece();
  Pager other(own);
  ASSERT_TRUE(other.count());
  ASSERT_TRUE(other.count());
  ASSERT_TRUE(other.count());
  Pager pager(own);
  const auto ids = fetch_all(pager);
  ASSERT_TRUE(ids) << ids.error().message;
  EXPECT_EQ(ids->size(), 2'500U);
  EXPECT_GE(time.seconds(), 60);
  EXPECT_EQ(pager.progress().requests, pager.progress().pages + 1) << "one was refused";
}

TEST(Pager, EndlessRefusalsEnd) {
  StillTime time;
  ApiSettings settings = small(Generation::G2);
  settings.faults = {{Kind::QuotaHtmlWithoutRetryAfter, 1, 1'000'000}};
  settings.quota_limit = 1'000'000;
  settings.now = [&] { return time.now(); };
  auto server = Server::start(settings, 0);
  ASSERT_TRUE(server);
  PagerSettings own = settings_for(**server);
  own.time = time.timepiece();
  std::string last;
  own.waiting = [&](const std::string& why) { last = why.empty() ? last : why; };
  Pager pager(own);
  const auto page = pager.next();
  ASSERT_FALSE(page);
  EXPECT_NE(page.error().message.find("has refused every request for 10 min"), std::string::npos)
      << page.error().message;
  EXPECT_NE(last.find("times in a row: does another program"), std::string::npos) << last;
  EXPECT_GE(time.seconds(), 600);
  EXPECT_LE(time.seconds(), 700);
}

TEST(Pager, CountsWithTheSameFilter) {
  auto server = Server::start(small(Generation::G2), 0);
  ASSERT_TRUE(server);
  PagerSettings settings = settings_for(**server);
  settings.query.chosen = {{"platform_name", "Instagram"}, {"automated_detection", "true"}};
  Pager counting(settings);
  const auto count = counting.count();
  ASSERT_TRUE(count) << count.error().message;
  Pager fetching(settings);
  const auto ids = fetch_all(fetching);
  ASSERT_TRUE(ids);
  EXPECT_EQ(*count, ids->size());
  EXPECT_GT(*count, 50U);
}

TEST(Pager, ResumesBehindAStatement) {
  const ApiSettings settings = small(Generation::G1);
  auto server = Server::start(settings, 0);
  ASSERT_TRUE(server);
  auto all = expected_ids(settings);
  PagerSettings own = settings_for(**server);
  own.after = expected(settings)[1'234];
  own.before = 1'235;
  Pager pager(own);
  const auto ids = fetch_all(pager);
  ASSERT_TRUE(ids) << ids.error().message;
  all.erase(all.begin(), all.begin() + 1'235);
  EXPECT_EQ(*ids, all);
}

TEST(Pager, SendsATokenNowhereUnprotected) {
  for (const char* url :
       {"http://example.org", "http://127.0.0.1.example.org:1", "http://localhost@example.org"}) {
    PagerSettings settings;
    settings.http.base_url = url;
    settings.http.token = "17|secret";
    Pager pager(settings);
    const auto page = pager.next();
    ASSERT_FALSE(page);
    EXPECT_EQ(page.error().code, ErrorCode::Usage) << page.error().message;
  }
}

TEST(Pager, SaysWhatToDoAboutAWrongToken) {
  auto server = Server::start(small(Generation::G2), 0);
  ASSERT_TRUE(server);
  PagerSettings settings = settings_for(**server);
  settings.http.token = "17|secret-of-mine";
  Pager pager(settings);
  const auto page = pager.next();
  ASSERT_FALSE(page);
  EXPECT_NE(page.error().message.find("--token-file"), std::string::npos);
  EXPECT_EQ(page.error().to_string().find("secret-of-mine"), std::string::npos);
}

}  // namespace
}  // namespace fairmon::dsa
