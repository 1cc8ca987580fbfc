#include "plugins/reading/file_list.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace fairmon::plugins {
namespace {

namespace fs = std::filesystem;

/// A followed file in a folder of its own.
class FileListTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("file_list_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
               "_" + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    // Files of one moment are told apart by their names only.
    const auto stamp = fs::file_time_type::clock::now() + std::chrono::seconds(written_++);
    fs::last_write_time(path(name), stamp);
  }
  void rename(const std::string& from, const std::string& to) const {
    fs::rename(path(from), path(to));
  }

  static std::string rest_of(ByteStream& stream) {
    std::string text;
    char buffer[64];
    while (true) {
      const auto count = stream.read(buffer, sizeof buffer);
      if (!count || *count == 0) {
        return text;
      }
      text.append(buffer, *count);
    }
  }

  fs::path folder_;
  mutable int written_ = 0;
};

TEST_F(FileListTest, ARotationWhileAnOldFileIsReadLeavesNoFileOut) {
  write("log", "one");
  FileList before({path("log")}, true);
  ASSERT_TRUE(before.expand({}));
  const auto first = before.first();
  ASSERT_TRUE(first);
  FileMark mark;
  mark.file_mark = first->stream->file_mark();
  mark.digest = support::RollingDigest().value();

  rename("log", "log.3");
  write("log", "two");
  FileList files({path("log")}, true);
  ASSERT_TRUE(files.expand({}));
  auto opened = files.resume(mark);
  ASSERT_TRUE(opened);
  // Two more rotations, while the oldest file is at hand; numbers grow as logrotate lets them.
  rename("log.3", "log.4");
  rename("log", "log.3");
  write("log", "three");
  EXPECT_EQ(rest_of(*opened->stream), "one");
  opened = files.next(*opened->stream, {});
  ASSERT_TRUE(opened);
  rename("log.4", "log.5");
  rename("log.3", "log.4");
  rename("log", "log.3");
  write("log", "four");
  EXPECT_EQ(rest_of(*opened->stream), "two");
  for (const char* text : {"three", "four"}) {
    opened = files.next(*opened->stream, {});
    ASSERT_TRUE(opened);
    EXPECT_EQ(rest_of(*opened->stream), text);
  }
  EXPECT_TRUE(opened->stream->live());
}

}  // namespace
}  // namespace fairmon::plugins
