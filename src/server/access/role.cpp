#include "server/access/role.hpp"

namespace fairmon::server {

std::string_view role_name(Role role) noexcept {
  switch (role) {
    case Role::Viewer:
      return "viewer";
    case Role::Editor:
      return "editor";
    case Role::Pusher:
      return "pusher";
  }
  return "";
}

std::optional<Role> role_of(std::string_view name) noexcept {
  for (const Role role : {Role::Viewer, Role::Editor, Role::Pusher}) {
    if (role_name(role) == name) {
      return role;
    }
  }
  return std::nullopt;
}

bool may(Role role, Permission needs) noexcept {
  switch (needs) {
    case Permission::Undecided:
      return false;
    case Permission::Public:
      return true;
    case Permission::Read:
      return role == Role::Viewer || role == Role::Editor;
    case Permission::Try:
    case Permission::Change:
      return role == Role::Editor;
    case Permission::Push:
      return role == Role::Pusher;
  }
  return false;
}

std::string_view role_for(Permission needs) noexcept {
  switch (needs) {
    case Permission::Undecided:
    case Permission::Public:
      return "";
    case Permission::Read:
      return role_name(Role::Viewer);
    case Permission::Try:
    case Permission::Change:
      return role_name(Role::Editor);
    case Permission::Push:
      return role_name(Role::Pusher);
  }
  return "";
}

bool is_user_name(std::string_view text) noexcept {
  return !text.empty() && text.size() <= 64 &&
         text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
             "-_.@+") == std::string_view::npos;
}

}  // namespace fairmon::server
