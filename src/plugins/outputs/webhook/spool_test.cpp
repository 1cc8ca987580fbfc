#include "plugins/outputs/webhook/spool.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace fairmon::plugins::webhook {
namespace {

namespace fs = std::filesystem;

class SpoolTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "spoolXXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    file = (folder / "alarms").string();
  }
  void TearDown() override { fs::remove_all(folder); }

  std::unique_ptr<Spool> open(std::uint64_t most_bytes = 1U << 20U) {
    auto spool = Spool::open(
        {file, most_bytes, [this](const std::string& text) { warnings.push_back(text); }});
    EXPECT_TRUE(spool) << (spool ? "" : spool.error().message);
    return spool ? *std::move(spool) : nullptr;
  }
  static Notice notice(const std::string& alarm, NoticeKind kind, std::uint64_t number = 0) {
    Notice one;
    one.alarm = alarm;
    one.kind = kind;
    one.number = number;
    one.violations.emplace_back().message = "unfair to " + alarm;
    return one;
  }

  fs::path folder;
  std::string file;
  std::vector<std::string> warnings;
};

TEST_F(SpoolTest, KeepsWhatWaitsInOrder) {
  {
    auto spool = open();
    ASSERT_TRUE(spool->begin_run());
    EXPECT_TRUE(spool->add(notice("a", NoticeKind::Begin)));
    EXPECT_TRUE(spool->add(notice("b", NoticeKind::Begin)));
    EXPECT_TRUE(spool->add(notice("a", NoticeKind::Begin)));  // once only
    ASSERT_TRUE(spool->sync());
    EXPECT_EQ(spool->num_waiting(), 2U);
    spool->take_out(spool->next()->number);
  }
  auto spool = open();
  ASSERT_EQ(spool->num_waiting(), 1U);
  EXPECT_EQ(spool->next()->notice.violations.at(0).message, "unfair to b");
  EXPECT_EQ(spool->run(), 1U);
  EXPECT_TRUE(spool->resume_run(1, 0));
  EXPECT_TRUE(spool->knows(notice("a", NoticeKind::Begin).id()));
  EXPECT_TRUE(spool->add(notice("a", NoticeKind::Begin)));
  EXPECT_EQ(spool->num_waiting(), 1U);
  EXPECT_TRUE(warnings.empty());
}

TEST_F(SpoolTest, ACutEndIsRepaired) {
  {
    auto spool = open();
    ASSERT_TRUE(spool->begin_run());
    EXPECT_TRUE(spool->add(notice("a", NoticeKind::Begin)));
    EXPECT_TRUE(spool->add(notice("b", NoticeKind::Begin)));
  }
  const auto size = fs::file_size(file);
  for (std::uintmax_t cut = 1; cut < 60; cut += 7) {
    fs::copy_file(file, file + ".copy", fs::copy_options::overwrite_existing);
    fs::resize_file(file, size - cut);
    EXPECT_EQ(open()->num_waiting(), 1U);
    fs::rename(file + ".copy", file);
  }
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(open()->num_waiting(), 2U);
}

TEST_F(SpoolTest, DamageIsToldAndKeptBeside) {
  {
    auto spool = open();
    ASSERT_TRUE(spool->begin_run());
    EXPECT_TRUE(spool->add(notice("a", NoticeKind::Begin)));
    EXPECT_TRUE(spool->add(notice("b", NoticeKind::Begin)));
    EXPECT_TRUE(spool->add(notice("c", NoticeKind::Begin)));
  }
  std::fstream out(file, std::ios::in | std::ios::out | std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(out), {}};
  out.clear();
  out.seekp(static_cast<std::streamoff>(text.find("unfair to b")));
  out << 'X';
  out.close();
  EXPECT_EQ(open()->num_waiting(), 1U);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(fs::exists(file + ".damaged"));
}

TEST_F(SpoolTest, AnotherFileIsNotTouched) {
  std::ofstream(file) << "somebody's letter, which is longer than a head";
  const auto spool = Spool::open({file, 1U << 20U, {}});
  ASSERT_FALSE(spool);
  EXPECT_EQ(fs::file_size(file), 46U);
}

TEST_F(SpoolTest, OneProcessAtATime) {
  auto spool = open();
  const auto second = Spool::open({file, 1U << 20U, {}});
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("in use"), std::string::npos);
}

TEST_F(SpoolTest, FullUntilSomethingIsTaken) {
  auto spool = open(4096);
  ASSERT_TRUE(spool->begin_run());
  std::uint64_t added = 0;
  while (added < 100 && spool->add(notice("alarm " + std::to_string(added), NoticeKind::Begin))) {
    ++added;
  }
  ASSERT_LT(added, 100U);
  EXPECT_LE(spool->num_bytes(), 4096U);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("is full"), std::string::npos);
  EXPECT_FALSE(spool->add(notice("x", NoticeKind::Begin)));
  EXPECT_EQ(warnings.size(), 1U);
  for (std::uint64_t i = 0; i < added; ++i) {
    const auto waiting = spool->next();
    ASSERT_TRUE(waiting);
    EXPECT_TRUE(spool->add(notice(waiting->notice.alarm, NoticeKind::End)));
    spool->take_out(waiting->number);
    spool->forget(spool->position());
    EXPECT_LE(spool->num_bytes(), 4096U);
  }
  while (const auto waiting = spool->next()) {
    spool->take_out(waiting->number);
  }
  EXPECT_TRUE(spool->add(notice("x", NoticeKind::Begin)));
}

TEST_F(SpoolTest, AStillTakesThePlaceOfAnOlderOne) {
  auto spool = open();
  ASSERT_TRUE(spool->begin_run());
  EXPECT_TRUE(spool->add(notice("a", NoticeKind::Begin)));
  for (std::uint64_t i = 1; i <= 5; ++i) {
    EXPECT_TRUE(spool->add(notice("a", NoticeKind::Still, i)));
  }
  EXPECT_EQ(spool->num_waiting(), 2U);
  spool->take_out(spool->next()->number);
  EXPECT_EQ(spool->next()->notice.number, 5U);
}

TEST_F(SpoolTest, ANewRunLearnsWhatWasLeftOpen) {
  {
    auto spool = open();
    ASSERT_TRUE(spool->begin_run());
    for (const char* alarm : {"a", "b"}) {
      EXPECT_TRUE(spool->add(notice(alarm, NoticeKind::Begin)));
      spool->take_out(spool->next()->number);
    }
    EXPECT_TRUE(spool->add(notice("a", NoticeKind::End)));
    spool->take_out(spool->next()->number);
  }
  auto spool = open();
  const auto left = spool->begin_run();
  ASSERT_TRUE(left);
  ASSERT_EQ(left->size(), 1U);
  EXPECT_EQ(left->front().alarm, "b");
  EXPECT_EQ(spool->run(), 2U);
  EXPECT_EQ(spool->num_waiting(), 0U);
}

}  // namespace
}  // namespace fairmon::plugins::webhook
