#include "support/nearest.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fairmon::support {
namespace {

TEST(Nearest, FindsSlipsAndRefusesStrangers) {
  const std::vector<std::string> words = {"delimiter", "quote", "columns", "time-column"};
  EXPECT_EQ(nearest("delimeter", words), "delimiter");
  EXPECT_EQ(nearest("Colunms", words), "columns");
  EXPECT_EQ(nearest("timecolumn", words), "time-column");
  EXPECT_EQ(nearest("banana", words), std::nullopt);
  EXPECT_EQ(nearest("", words), std::nullopt);
}

}  // namespace
}  // namespace fairmon::support
