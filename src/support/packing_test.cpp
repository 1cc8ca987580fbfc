#include "support/packing.hpp"

#include <gtest/gtest.h>

namespace fairmon::support {
namespace {

TEST(Packing, GivesBackWhatWasPacked) {
  std::string bytes;
  pack(bytes, std::uint64_t{7});
  pack(bytes, "text");
  pack_signed(bytes, -3);
  pack_real(bytes, 0.5);
  pack(bytes, std::uint64_t{1});
  Unpacker taker(bytes);
  EXPECT_EQ(taker.number(), 7U);
  EXPECT_EQ(taker.text(), "text");
  EXPECT_EQ(taker.signed_number(), -3);
  EXPECT_EQ(taker.real(), 0.5);
  EXPECT_FALSE(taker.complete());
  EXPECT_TRUE(taker.flag());
  EXPECT_TRUE(taker.complete());
}

TEST(Packing, NoticesWhatIsMissingOrTooLong) {
  std::string bytes;
  pack(bytes, "text");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Unpacker taker(std::string_view(bytes).substr(0, size));
    EXPECT_EQ(taker.text(), "");
    EXPECT_FALSE(taker.complete());
  }
  std::string counted;
  pack(counted, std::uint64_t{1'000'000'000'000});
  Unpacker taker(counted);
  EXPECT_EQ(taker.count(), 0U);
  EXPECT_FALSE(taker.complete());
}

}  // namespace
}  // namespace fairmon::support
