#include "support/on_demand.hpp"

#include <gtest/gtest.h>

namespace fairmon::support {

TEST(LibraryOnDemand, WhatIsMissingNamesThePackage) {
  const LibraryOnDemand library("libnowhere.so.1", "nowhere1");
  ASSERT_FALSE(library.outcome());
  EXPECT_NE(library.outcome().error().message.find("install the package nowhere1"),
            std::string::npos);
}

TEST(LibraryOnDemand, AMissingFunctionIsAFailureThatStays) {
  LibraryOnDemand library("libm.so.6", "libc6");
  double (*none)(double) = nullptr;
  double (*cosine)(double) = nullptr;
  library.find("no_such_function", none).find("cos", cosine);
  ASSERT_FALSE(library.outcome());
  EXPECT_NE(library.outcome().error().message.find("no_such_function of libm.so.6"),
            std::string::npos);
  EXPECT_EQ(cosine, nullptr);
}

TEST(LibraryOnDemand, FindsFunctions) {
  LibraryOnDemand library("libm.so.6", "libc6");
  double (*cosine)(double) = nullptr;
  library.find("cos", cosine);
  ASSERT_TRUE(library.outcome());
  EXPECT_DOUBLE_EQ(cosine(0.0), 1.0);
}

}  // namespace fairmon::support
