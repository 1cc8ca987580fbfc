#include "server/spec_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "server/http/security.hpp"

namespace fairmon::server {
namespace {

namespace fs = std::filesystem;

class SpecFileTest : public testing::Test {
 protected:
  SpecFileTest() : folder_(fs::temp_directory_path() / random_token().substr(0, 12)) {
    fs::create_directories(folder_);
  }
  ~SpecFileTest() override { fs::remove_all(folder_); }

  void put(const std::string& bytes) const { std::ofstream(file(), std::ios::binary) << bytes; }
  [[nodiscard]] std::string bytes() const {
    std::ifstream in(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] fs::path file() const { return folder_ / "a.lola"; }
  [[nodiscard]] std::size_t num_files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(SpecFileTest, WritesWhatWasReadAndKnown) {
  put("input a: Int64\n");
  EXPECT_EQ(read_spec_file(file()).value(), "input a: Int64\n");
  EXPECT_EQ(write_spec_file(file(), "input b: Int64\n", "input a: Int64\n").value(),
            SpecWrite::Done);
  EXPECT_EQ(bytes(), "input b: Int64\n");
  EXPECT_EQ(num_files(), 1U);
}

TEST_F(SpecFileTest, RefusesToOverwriteWhatItsWriterHasNotSeen) {
  put("theirs\n");
  EXPECT_EQ(write_spec_file(file(), "mine\n", "old\n").value(), SpecWrite::Conflict);
  EXPECT_EQ(bytes(), "theirs\n");
}

TEST_F(SpecFileTest, KeepsLineEndsAndTheMark) {
  put("\xef\xbb\xbfone\r\ntwo\r\n");
  EXPECT_EQ(read_spec_file(file()).value(), "one\ntwo\n");
  EXPECT_EQ(write_spec_file(file(), "one\n2\n", "one\ntwo\n").value(), SpecWrite::Done);
  EXPECT_EQ(bytes(), "\xef\xbb\xbfone\r\n2\r\n");
}

TEST_F(SpecFileTest, KeepsPermissionsAndLinks) {
  put("old");
  ASSERT_EQ(::chmod(file().c_str(), 0640), 0);
  fs::create_symlink("a.lola", folder_ / "link.lola");
  EXPECT_EQ(write_spec_file(folder_ / "link.lola", "new", "old").value(), SpecWrite::Done);
  EXPECT_EQ(bytes(), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.lola"));
  struct stat facts{};
  ASSERT_EQ(::stat(file().c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0640U);
}

TEST_F(SpecFileTest, MakesAFileThatWasRemovedAnew) {
  EXPECT_FALSE(read_spec_file(file()).ok());
  EXPECT_EQ(write_spec_file(file(), "again", "gone").value(), SpecWrite::Done);
  EXPECT_EQ(bytes(), "again");
}

TEST_F(SpecFileTest, SaysWhatIsInTheWay) {
  const auto result = write_spec_file(folder_ / "no" / "where.lola", "x", "");
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("where.lola"), std::string::npos);
}

}  // namespace
}  // namespace fairmon::server
