#include <gtest/gtest.h>

#include "dsa/libraries/curl.hpp"
#include "dsa/libraries/zip.hpp"

namespace fairmon::dsa {

TEST(Libraries, ThoseWeNeedAreThere) {
  EXPECT_TRUE(load_curl());
  EXPECT_TRUE(load_zip());
}

}  // namespace fairmon::dsa
