#include "eventlog/log.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <iterator>

#include "eventlog/log_reader.hpp"
#include "eventlog/segment.hpp"

namespace fairmon::eventlog {

namespace {

namespace fs = std::filesystem;

class LogTest : public testing::Test {
 protected:
  LogTest() {
    char name[] = "/tmp/fairmon_log_XXXXXX";
    folder_ = ::mkdtemp(name);
    options_.folder = folder_ / "log";
    options_.clock = [this] { return now_; };
  }
  ~LogTest() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  std::unique_ptr<EventLog> open() {
    auto log = EventLog::open(options_);
    EXPECT_TRUE(log.ok()) << (log.ok() ? "" : log.error().to_string());
    return log.ok() ? std::move(*log) : nullptr;
  }
  Error open_error() {
    auto log = EventLog::open(options_);
    EXPECT_FALSE(log.ok());
    return log.ok() ? Error() : log.error();
  }
  static Result<Receipt, Refusal> put(EventLog& log, Submission submission) {
    std::promise<Result<Receipt, Refusal>> answer;
    log.submit(std::move(submission),
               [&](Result<Receipt, Refusal> result) { answer.set_value(std::move(result)); });
    return answer.get_future().get();
  }
  static Submission by_id(const std::vector<std::string>& ids) {
    Submission submission;
    for (const std::string& id : ids) {
      submission.events.push_back({id, "record " + id});
    }
    return submission;
  }
  static Submission numbered(const std::string& client, std::uint64_t first, std::size_t count) {
    Submission submission{client, first, {}, {}};
    for (std::size_t i = 0; i < count; ++i) {
      submission.events.push_back({"", client + std::to_string(first + i)});
    }
    return submission;
  }
  static std::vector<std::string> records(EventLog& log, std::uint64_t from = 0) {
    std::vector<std::string> all;
    LogReader reader(log, from);
    while (true) {
      auto frame = reader.next();
      EXPECT_TRUE(frame.ok()) << (frame.ok() ? "" : frame.error().to_string());
      if (!frame.ok() || !*frame) {
        return all;
      }
      for (const LoggedEvent& event : (*frame)->events) {
        all.push_back(event.record);
      }
    }
  }
  [[nodiscard]] std::vector<fs::path> segments() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(options_.folder)) {
      if (entry.path().extension() == ".events") {
        files.push_back(entry.path());
      }
    }
    std::sort(files.begin(), files.end());
    return files;
  }
  static std::string bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void write(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
  }

  fs::path folder_;
  LogOptions options_;
  std::int64_t now_ = 100;
};

using Records = std::vector<std::string>;

TEST_F(LogTest, KeepsWhatItWasGiven) {
  {
    const auto log = open();
    const auto first = put(*log, by_id({"a", "b"}));
    ASSERT_TRUE(first.ok());
    EXPECT_EQ(first->first, 0U);
    EXPECT_EQ(first->stored, 2U);
    EXPECT_EQ(put(*log, by_id({"c"}))->first, 2U);
    EXPECT_EQ(records(*log), (Records{"record a", "record b", "record c"}));
  }
  const auto log = open();
  EXPECT_EQ(records(*log), (Records{"record a", "record b", "record c"}));
  EXPECT_EQ(records(*log, 1), (Records{"record b", "record c"}));
  EXPECT_EQ(put(*log, by_id({"d"}))->first, 3U);
}

TEST_F(LogTest, AnIdCountsOnce) {
  {
    const auto log = open();
    ASSERT_TRUE(put(*log, by_id({"a", "b"})).ok());
    const auto again = put(*log, by_id({"b", "c", "c", "a"}));
    EXPECT_EQ(again->stored, 1U);
    EXPECT_EQ(again->duplicates, 3U);
    // Without an id every event is another.
    EXPECT_EQ(put(*log, by_id({"", ""}))->stored, 2U);
  }
  const auto log = open();
  EXPECT_EQ(put(*log, by_id({"a", "b", "c"}))->duplicates, 3U);
  EXPECT_EQ(log->facts().end, 5U);
}

TEST_F(LogTest, OldIdsAreForgottenAlikeBeforeAndAfterARestart) {
  options_.remembered = 3;
  for (const bool restart : {false, true}) {
    auto log = open();
    ASSERT_TRUE(put(*log, by_id({"a", "b", "c", "d", "e"})).ok());
    if (restart) {
      log.reset();
      log = open();
    }
    EXPECT_EQ(put(*log, by_id({"c"}))->duplicates, 1U) << restart;
    EXPECT_EQ(put(*log, by_id({"a"}))->stored, 1U) << restart;
    log.reset();
    fs::remove_all(options_.folder);
  }
}

TEST_F(LogTest, ClientsNumberTheirEvents) {
  auto log = open();
  EXPECT_EQ(put(*log, numbered("x", 7, 3))->stored, 3U);
  EXPECT_EQ(put(*log, numbered("y", 1, 1))->stored, 1U);
  const auto overlap = put(*log, numbered("x", 8, 4));
  EXPECT_EQ(overlap->stored, 2U);
  EXPECT_EQ(overlap->duplicates, 2U);
  log.reset();
  log = open();
  EXPECT_EQ(put(*log, numbered("x", 7, 5))->duplicates, 5U);
  const auto gap = put(*log, numbered("x", 13, 1));
  ASSERT_FALSE(gap.ok());
  EXPECT_EQ(gap.error().reason, Refusal::Reason::Gap);
  EXPECT_EQ(gap.error().expected, 12U);
  EXPECT_EQ(records(*log), (Records{"x7", "x8", "x9", "y1", "x10", "x11"}));
}

TEST_F(LogTest, TooManyClientsAreRefused) {
  options_.most_clients = 1;
  const auto log = open();
  ASSERT_TRUE(put(*log, numbered("x", 1, 1)).ok());
  const auto other = put(*log, numbered("y", 1, 1));
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().reason, Refusal::Reason::Clients);
  EXPECT_TRUE(put(*log, numbered("x", 2, 1)).ok());
}

TEST_F(LogTest, OldSegmentsGoAndForgetNoClient) {
  options_.segment_bytes = 1;  // every group begins a new one
  options_.remembered = 2;
  auto log = open();
  ASSERT_TRUE(put(*log, numbered("x", 1, 1)).ok());
  for (int i = 0; i < 6; ++i) {
    ASSERT_TRUE(put(*log, by_id({std::to_string(i)})).ok());
  }
  EXPECT_EQ(log->facts().first, 0U);
  log->release(6);
  ASSERT_TRUE(put(*log, by_id({"last"})).ok());
  // The answer comes before old files go.
  ASSERT_TRUE(put(*log, by_id({"last"})).ok());
  EXPECT_EQ(log->facts().first, 6U);
  LogReader reader(*log, 0);
  const auto gone = reader.next();
  ASSERT_FALSE(gone.ok());
  EXPECT_NE(gone.error().message.find("event 0 is no longer in the log"), std::string::npos);
  log.reset();
  log = open();
  EXPECT_EQ(records(*log, 6), (Records{"record 5", "record last"}));
  EXPECT_EQ(put(*log, numbered("x", 1, 1))->duplicates, 1U);
}

TEST_F(LogTest, ReadsAcrossSegmentsWhileTheyGrow) {
  options_.segment_bytes = 200;
  const auto log = open();
  LogReader reader(*log, 0);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(put(*log, by_id({std::to_string(i)})).ok());
    const auto frame = reader.next();
    ASSERT_TRUE(frame.ok());
    ASSERT_TRUE(frame->has_value());
    EXPECT_EQ((*frame)->events.front().record, "record " + std::to_string(i));
    EXPECT_FALSE(reader.next()->has_value());
  }
  EXPECT_GT(segments().size(), 5U);
}

TEST_F(LogTest, EveryTornTailIsCutOff) {
  {
    const auto log = open();
    ASSERT_TRUE(put(*log, by_id({"a"})).ok());
    ASSERT_TRUE(put(*log, by_id({"b"})).ok());
  }
  const fs::path file = segments().front();
  const std::string whole = bytes_of(file);
  const auto scan = scan_segment(whole, [&](Frame&&) {});
  ASSERT_EQ(scan.good_bytes, whole.size());
  std::string head;
  append_head(head, {0, {}});
  std::size_t most = 0;
  for (std::size_t size = head.size(); size <= whole.size(); ++size) {
    write(file, whole.substr(0, size));
    const auto log = open();
    ASSERT_NE(log, nullptr) << size;
    const auto found = records(*log);
    ASSERT_LE(found.size(), 2U);
    // A prefix of what was written, and never less than a shorter file had.
    ASSERT_GE(found.size(), most);
    most = found.size();
    ASSERT_EQ(log->recovery().torn_bytes, size - bytes_of(file).size());
    ASSERT_TRUE(put(*log, by_id({"z"})).ok());
    ASSERT_EQ(records(*log).size(), found.size() + 1);
  }
  EXPECT_EQ(most, 2U);
}

TEST_F(LogTest, DamageToWhatWasDurableIsRefused) {
  {
    const auto log = open();
    ASSERT_TRUE(put(*log, by_id({"a"})).ok());
    ASSERT_TRUE(put(*log, by_id({"b"})).ok());
  }
  const fs::path file = segments().front();
  std::string bytes = bytes_of(file);
  bytes[bytes.find("record a")] ^= 1;
  write(file, bytes);
  const Error error = open_error();
  EXPECT_NE(error.message.find("events that were accepted stood there"), std::string::npos);
}

TEST_F(LogTest, AMissingSegmentIsNoticed) {
  options_.segment_bytes = 1;
  {
    const auto log = open();
    for (const char* id : {"a", "b", "c"}) {
      ASSERT_TRUE(put(*log, by_id({id})).ok());
    }
  }
  ASSERT_GE(segments().size(), 3U);
  fs::remove(segments()[1]);
  EXPECT_NE(open_error().message.find("a file is missing"), std::string::npos);
}

TEST_F(LogTest, OneProcessAtATime) {
  const auto log = open();
  EXPECT_NE(open_error().message.find("in use by another process"), std::string::npos);
}

TEST_F(LogTest, TimesOfArrivalNeverGoBack) {
  const auto log = open();
  ASSERT_TRUE(put(*log, by_id({"a"})).ok());
  now_ = 50;
  ASSERT_TRUE(put(*log, by_id({"b"})).ok());
  LogReader reader(*log, 0);
  EXPECT_EQ((*reader.next())->arrival_ns, 100);
  EXPECT_EQ((*reader.next())->arrival_ns, 100);
}

TEST_F(LogTest, TellsWhoWantsToKnowBeforeOthersRead) {
  const auto log = open();
  std::uint64_t end_then = 7;
  Submission submission = by_id({"a"});
  submission.before_reading = [&](const Receipt& receipt) {
    EXPECT_EQ(receipt.stored, 1U);
    end_then = log->facts().end;
  };
  ASSERT_TRUE(put(*log, std::move(submission)).ok());
  EXPECT_EQ(end_then, 0U);
  EXPECT_EQ(log->facts().end, 1U);
}

TEST_F(LogTest, ManyThreadsShareGroups) {
  const auto log = open();
  constexpr int kThreads = 8;
  constexpr int kEach = 40;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 1; i <= kEach; ++i) {
        const auto receipt =
            put(*log, numbered("t" + std::to_string(thread), static_cast<std::uint64_t>(i), 1));
        ASSERT_TRUE(receipt.ok());
        ASSERT_GT(log->facts().end, receipt->first);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(records(*log).size(), std::size_t{kThreads} * kEach);
  EXPECT_LE(log->facts().num_commits, std::uint64_t{kThreads} * kEach);
}

}  // namespace

}  // namespace fairmon::eventlog
