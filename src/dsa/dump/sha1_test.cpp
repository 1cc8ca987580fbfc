#include "dsa/dump/sha1.hpp"

#include <gtest/gtest.h>

namespace fairmon::dsa {
namespace {

std::string sha1(const std::string& text, std::size_t piece) {
  Sha1 hash;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    hash.add(text.data() + at, std::min(piece, text.size() - at));
  }
  return hash.digest();
}

TEST(Sha1, PublishedExamples) {
  EXPECT_EQ(sha1("", 1), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(sha1("abc", 3), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 7),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(sha1(std::string(1'000'000, 'a'), 4'096), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(Sha1, PiecesDoNotMatter) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text += static_cast<char>(i % 251);
    const std::string whole = sha1(text, text.size());
    EXPECT_EQ(sha1(text, 1), whole) << i;
    EXPECT_EQ(sha1(text, 63), whole) << i;
    EXPECT_EQ(sha1(text, 64), whole) << i;
  }
}

}  // namespace
}  // namespace fairmon::dsa
