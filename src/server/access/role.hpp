#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::server {

/// What somebody may do. Who pushes events does not read what came of them, and who reads pushes
/// none: a leaked token of one kind is worth nothing for the other.
enum class Role : std::uint8_t {
  Viewer,  ///< sees everything, changes nothing
  Editor,  ///< besides, starts and removes runs, uploads, saves specifications
  Pusher,  ///< hands in events
};

/// What an address asks of whoever calls it.
enum class Permission : std::uint8_t {
  Undecided,  ///< nobody decided, so it is for nobody
  Public,
  Read,
  Try,     ///< looks at data that no run shows, but changes nothing
  Change,  ///< is written down
  Push,
};

[[nodiscard]] std::string_view role_name(Role role) noexcept;
[[nodiscard]] std::optional<Role> role_of(std::string_view name) noexcept;
[[nodiscard]] bool may(Role role, Permission needs) noexcept;
/// The role to ask for: the smallest one that may.
[[nodiscard]] std::string_view role_for(Permission needs) noexcept;

/// Letters, digits and some signs, 64 at most.
[[nodiscard]] bool is_user_name(std::string_view text) noexcept;

/// Somebody who has shown who he is.
struct Caller {
  std::string name;
  Role role = Role::Viewer;
  std::vector<std::string> monitors = {};  ///< to which he may push; empty: all
};

}  // namespace fairmon::server
