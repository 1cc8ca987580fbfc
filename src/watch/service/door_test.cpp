#include "watch/service/door.hpp"

#include <gtest/gtest.h>

#include "server/access/documented.hpp"

namespace fairmon::watch {
namespace {

TEST(Door, AddressesOfTheServiceHaveARowEach) {
  server::compare_with_documentation(endpoints(), "Addresses of `fairmon watch`");
}

TEST(Door, AnAddressThatNobodyKnowsIsRead) {
  server::Request request;
  request.method = "GET";
  request.path = "/v2/anything";
  EXPECT_EQ(endpoint_permission(request), server::Permission::Read);
  request.method = "HEAD";
  request.path = "/healthz";
  EXPECT_EQ(endpoint_permission(request), server::Permission::Public);
}

}  // namespace
}  // namespace fairmon::watch
