#include "support/durable_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fairmon::support {
namespace {

class DurableFile : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }
  static std::string content(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }

  std::string folder_ =
      (std::filesystem::temp_directory_path() / ("fairmon-durable-" + std::to_string(::getpid())))
          .string();
};

TEST_F(DurableFile, ReplacingKeepsPermissionsAndLinks) {
  std::ofstream(path("real")) << "old";
  ASSERT_EQ(::chmod(path("real").c_str(), 0640), 0);
  std::filesystem::create_symlink("real", path("link"));
  ASSERT_EQ(replace_file(path("link"), "new"), 0);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(content(path("real")), "new");
  struct stat facts{};
  ASSERT_EQ(::stat(path("real").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0640U);
  EXPECT_FALSE(std::filesystem::exists(path("real.new")));
}

TEST_F(DurableFile, AFailureLeavesTheOldContent) {
  std::ofstream(path("file")) << "old";
  // A folder in the place of the file beside it: it cannot be written.
  std::filesystem::create_directories(path("file.new"));
  EXPECT_NE(replace_file(path("file"), "new"), 0);
  EXPECT_EQ(content(path("file")), "old");
  EXPECT_EQ(replace_file(path("missing/file"), "new"), ENOENT);
}

TEST_F(DurableFile, PipesHaveNothingToWaitFor) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_EQ(write_all(ends[1], "hello"), 0);
  EXPECT_EQ(sync_file(ends[1]), 0);
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace fairmon::support
