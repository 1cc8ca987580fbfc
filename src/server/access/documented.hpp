#pragma once

// For tests: the tables of docs/reference/access.md against what the program does.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

#include "server/access/role.hpp"

namespace fairmon::server {

/// `GET /a` to `yes | yes | no |`.
inline std::map<std::string, std::string> documented_addresses(const std::string& heading) {
  std::ifstream file("docs/reference/access.md");
  EXPECT_TRUE(file.is_open());
  std::map<std::string, std::string> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) {
      inside = line == "## " + heading;
    }
    const std::size_t end = line.find(" | ", 2);
    if (inside && end != std::string::npos && line.find('/') < end) {
      rows[line.substr(2, end - 2)] = line.substr(end + 3);
    }
  }
  return rows;
}

inline std::string documented_row(Permission needs) {
  if (needs == Permission::Public) {
    return "open | open | open |";
  }
  std::string row;
  for (const Role role : {Role::Viewer, Role::Editor, Role::Pusher}) {
    const bool noted = may(role, needs) && needs == Permission::Change;
    row += std::string(may(role, needs) ? "yes" : "no") + (noted ? ", noted" : "") + " | ";
  }
  row.pop_back();
  return row;
}

/// Every address has a row that says how open it is, and there are no further rows.
template <typename Addresses>
void compare_with_documentation(const Addresses& addresses, const std::string& heading) {
  auto rows = documented_addresses(heading);
  for (const auto& one : addresses) {
    const std::string address = std::string(one.method) + " " + std::string(one.pattern);
    EXPECT_NE(one.needs, Permission::Undecided) << address;
    EXPECT_EQ(rows[address], documented_row(one.needs)) << address;
    rows.erase(address);
  }
  for (const auto& [address, row] : rows) {
    ADD_FAILURE() << address << " is documented, but there is no such address";
  }
}

}  // namespace fairmon::server
