#include "kafka/properties.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace fairmon::kafka {

TEST(Properties, AreLinesWithCommentsAndBlanks) {
  const auto read = parse_properties(
      "# for the test cluster\r\n"
      "security.protocol = SASL_SSL\n"
      "\n"
      "sasl.password=a=b # c\n",
      "client.properties");
  ASSERT_TRUE(read);
  const Properties expected = {{"security.protocol", "SASL_SSL"}, {"sasl.password", "a=b # c"}};
  EXPECT_EQ(*read, expected);
}

TEST(Properties, NameThePlaceAndNeverTheValue) {
  for (const char* text : {"\nhunter2", "\n=hunter2", "\ntransactional.id=hunter2",
                           "\nplugin.library.paths=hunter2", "\ndebug=hunter2"}) {
    const auto read = parse_properties(text, "f");
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find("`f`, line 2"), std::string::npos) << read.error().message;
    EXPECT_EQ(read.error().message.find("hunter2"), std::string::npos) << read.error().message;
  }
}

TEST(Properties, AFileThatOthersCanReadIsRefused) {
  const std::string file =
      (std::filesystem::temp_directory_path() / "fairmon-kafka-properties").string();
  std::ofstream(file) << "sasl.username=me\n";
  ASSERT_EQ(::chmod(file.c_str(), 0640), 0);
  EXPECT_FALSE(read_properties(file));
  ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
  EXPECT_TRUE(read_properties(file));
  std::filesystem::remove(file);
  EXPECT_FALSE(read_properties(file));
}

}  // namespace fairmon::kafka
