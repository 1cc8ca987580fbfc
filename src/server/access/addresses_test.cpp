// Every address has a row in the documentation, and is as open as the row says.
#include <gtest/gtest.h>

#include <vector>

#include "server/access/documented.hpp"
#include "server/http/router.hpp"

namespace fairmon::server {
namespace {

TEST(Addresses, OfTheServerHaveARowEach) {
  std::vector<Route> all;
  for (const RouteGroup* group : route_groups()) {
    all.insert(all.end(), group->routes.begin(), group->routes.end());
  }
  EXPECT_GT(all.size(), 20U);
  compare_with_documentation(all, "Addresses of `fairmon serve`");
}

TEST(Roles, WhatNobodyDecidedIsForNobody) {
  for (const Role role : {Role::Viewer, Role::Editor, Role::Pusher}) {
    EXPECT_FALSE(may(role, Permission::Undecided));
    EXPECT_EQ(role_of(role_name(role)), role);
  }
  EXPECT_FALSE(role_of("owner"));
}

}  // namespace
}  // namespace fairmon::server
