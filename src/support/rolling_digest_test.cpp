#include "support/rolling_digest.hpp"

#include <gtest/gtest.h>

#include <set>

namespace fairmon::support {
namespace {

std::uint64_t digest_of(std::string_view bytes) {
  RollingDigest digest;
  digest.update(bytes);
  return digest.value();
}

TEST(RollingDigest, DoesNotDependOnHowTheBytesCame) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    bytes += static_cast<char>(i * 37);
  }
  for (std::size_t piece = 1; piece < 100; ++piece) {
    RollingDigest digest;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      digest.update(std::string_view(bytes).substr(at, piece));
      ASSERT_EQ(digest.value(), digest_of(bytes.substr(0, at + piece))) << piece << " " << at;
    }
    EXPECT_EQ(digest.length(), bytes.size());
  }
}

TEST(RollingDigest, DiffersForOtherBytes) {
  std::string bytes(100, '\0');
  std::set<std::uint64_t> seen;
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    EXPECT_TRUE(seen.insert(digest_of(bytes.substr(0, size))).second) << size;
  }
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string other = bytes;
    other[bit / 8] = static_cast<char>(1 << (bit % 8));
    EXPECT_TRUE(seen.insert(digest_of(other)).second) << bit;
  }
}

}  // namespace
}  // namespace fairmon::support
