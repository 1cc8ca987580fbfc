#include "server/uploads.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace fairmon::server {
namespace {

namespace fs = std::filesystem;

TEST(Uploads, NamesCannotLeaveTheFolder) {
  EXPECT_EQ(plain_file_name("../../etc/passwd"), "passwd");
  EXPECT_EQ(plain_file_name("C:\\data\\a.csv"), "a.csv");
  EXPECT_EQ(plain_file_name(".."), "data.csv");
  EXPECT_EQ(plain_file_name("a\nb.csv"), "ab.csv");
}

TEST(Uploads, AreKeptPrivatelyAndRemovedAtExit) {
  fs::path folder;
  {
    UploadStore store(1'000);
    const auto place = store.reserve(10);
    ASSERT_TRUE(place.ok());
    folder = place.value().parent_path();
    EXPECT_EQ(fs::status(folder).permissions() & fs::perms::mask, fs::perms::owner_all);
    std::ofstream(place.value()) << "a,b\n";
    const Upload upload = store.add(place.value(), "x/../my data.csv", 4);
    EXPECT_EQ(upload.name, "my data.csv");
    EXPECT_TRUE(fs::exists(upload.file));
    EXPECT_EQ(upload.file.extension(), ".csv");
    EXPECT_FALSE(store.find("../" + upload.id));
    EXPECT_TRUE(store.remove(upload.id));
    EXPECT_FALSE(fs::exists(upload.file));
    EXPECT_FALSE(store.reserve(1'001).ok()) << "beyond the limit";
  }
  EXPECT_FALSE(fs::exists(folder));
}

TEST(Uploads, PathsStayBelowTheRoot) {
  const fs::path root = fs::temp_directory_path() / "fairmon_root_test";
  fs::create_directories(root / "inside");
  std::ofstream(root / "inside" / "a.csv") << "x\n";
  std::ofstream(root.string() + "_outside.csv") << "x\n";
  std::error_code ignored;
  fs::create_symlink(root.string() + "_outside.csv", root / "link.csv", ignored);
  EXPECT_TRUE(resolve_below(root, "inside/a.csv").ok());
  EXPECT_TRUE(resolve_below(root, (root / "inside/a.csv").string()).ok());
  EXPECT_FALSE(resolve_below(root, "../fairmon_root_test_outside.csv").ok());
  EXPECT_FALSE(resolve_below(root, "link.csv").ok());
  EXPECT_FALSE(resolve_below(root, "/etc/passwd").ok());
  EXPECT_FALSE(resolve_below(root, "missing.csv").ok());
  EXPECT_FALSE(resolve_below({}, "a.csv").ok());
  fs::remove_all(root);
  fs::remove(root.string() + "_outside.csv");
}

}  // namespace
}  // namespace fairmon::server
