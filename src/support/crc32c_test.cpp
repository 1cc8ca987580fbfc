#include "support/crc32c.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fairmon::support {
namespace {

TEST(Crc32c, GivesTheKnownValues) {
  EXPECT_EQ(crc32c(""), 0U);
  EXPECT_EQ(crc32c("123456789"), 0xe3069283U);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aaU);  // RFC 3720, B.4
}

}  // namespace
}  // namespace fairmon::support
