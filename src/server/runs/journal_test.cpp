#include "server/runs/journal.hpp"

#include <gtest/gtest.h>

#include "server/http/security.hpp"

namespace fairmon::server {
namespace {

namespace fs = std::filesystem;

class JournalTest : public testing::Test {
 protected:
  JournalTest() : file_(fs::temp_directory_path() / ("journal-" + random_token().substr(0, 8))) {}
  ~JournalTest() override { fs::remove(file_); }

  static std::unique_ptr<RunHistory> empty() {
    return std::make_unique<RunHistory>(std::vector<Panel>(), std::vector<DrawnTrigger>());
  }

  fs::path file_;
};

TEST_F(JournalTest, ReadsBackWhatWasAppendedInPieces) {
  const auto history = empty();
  Journal journal(file_);
  Series& first = history->add_series(1, "one");
  ASSERT_TRUE(journal.append(*history).ok());  // a series without a point
  for (int i = 0; i < 100; ++i) {
    first.append({i}, i * 0.5);
  }
  ASSERT_TRUE(journal.append(*history).ok());
  Series& second = history->add_series(2, "zwei, \"2\"");
  second.append({7}, 3.0);
  first.append({100}, 50.0);
  ASSERT_TRUE(journal.append(*history).ok());

  const auto read = empty();
  read_journal(file_, *read);
  const auto all = read->series();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0]->label(), "one");
  EXPECT_EQ(all[0]->size(), 101U);
  EXPECT_EQ(all[0]->value(100), 50.0);
  EXPECT_EQ(all[1]->label(), "zwei, \"2\"");
  EXPECT_EQ(all[1]->stream(), 2U);
  EXPECT_EQ(all[1]->time(0).ns, 7);
}

TEST_F(JournalTest, ACutPieceIsTakenAsFarAsItGoes) {
  const auto history = empty();
  Series& series = history->add_series(1, "x");
  for (int i = 0; i < 10; ++i) {
    series.append({i}, 1.0);
  }
  ASSERT_TRUE(Journal(file_).append(*history).ok());
  const auto whole = fs::file_size(file_);
  for (std::uintmax_t size = 0; size <= whole; ++size) {
    fs::resize_file(file_, whole);
    fs::resize_file(file_, whole - size);
    const auto read = empty();
    read_journal(file_, *read);
    const auto all = read->series();
    ASSERT_LE(all.size(), 1U);
    if (size == 8) {
      ASSERT_EQ(all.size(), 1U);
      EXPECT_EQ(all[0]->size(), 9U);
    }
    fs::remove(file_);
    ASSERT_TRUE(Journal(file_).append(*history).ok());
  }
}

TEST_F(JournalTest, NothingThereIsNothingRead) {
  const auto read = empty();
  read_journal(file_, *read);
  EXPECT_TRUE(read->series().empty());
}

}  // namespace
}  // namespace fairmon::server
