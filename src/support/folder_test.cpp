#include "support/folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace fairmon::support {
namespace {

namespace fs = std::filesystem;

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    path_ = fs::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(path_);
    fs::create_directories(path_ / "below" / "deeper");
    std::ofstream(path_ / "below" / "deeper" / "file") << "x";
    std::ofstream(path_ / ".hidden") << "y";
  }
  void TearDown() override { fs::remove_all(path_); }

  fs::path path_;
};

TEST_F(Folder, ListsEverythingButItself) {
  std::error_code failed;
  auto names = names_in_folder(path_.string(), failed);
  EXPECT_FALSE(failed);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{".hidden", "below"}));
}

TEST_F(Folder, SaysWhyItCannotBeListed) {
  std::error_code failed;
  EXPECT_TRUE(names_in_folder((path_ / "none").string(), failed).empty());
  EXPECT_EQ(failed, std::errc::no_such_file_or_directory);
  EXPECT_TRUE(names_in_folder((path_ / ".hidden").string(), failed).empty());
  EXPECT_EQ(failed, std::errc::not_a_directory);
  EXPECT_EQ(names_in_folder(path_.string(), failed).size(), 2U);
  EXPECT_FALSE(failed);
}

TEST_F(Folder, RemovesWhatIsInItAndFollowsNoLink) {
  fs::create_directory_symlink(path_ / "below", path_ / "gone");
  const fs::path kept = path_ / "below" / "deeper" / "file";
  remove_with_content((path_ / "gone").string());
  EXPECT_FALSE(fs::exists(fs::symlink_status(path_ / "gone")));
  EXPECT_TRUE(fs::exists(kept));
  fs::create_directories(path_ / "other");
  fs::create_directory_symlink(path_ / "below", path_ / "other" / "link");
  remove_with_content((path_ / "other").string());
  EXPECT_FALSE(fs::exists(path_ / "other"));
  EXPECT_TRUE(fs::exists(kept));
  remove_with_content(path_.string());
  EXPECT_FALSE(fs::exists(path_));
  remove_with_content(path_.string());
}

}  // namespace
}  // namespace fairmon::support
