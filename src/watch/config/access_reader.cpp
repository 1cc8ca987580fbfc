#include "watch/config/access_reader.hpp"

#include <algorithm>
#include <utility>

#include "watch/config/config.hpp"

namespace fairmon::watch {

namespace fs = std::filesystem;

using server::AccessConfig;
using server::Network;
using server::ProxyConfig;
using server::Role;
using server::TokenDigest;
using server::User;

namespace {

constexpr std::size_t kMostTokens = 2;

Result<std::optional<Role>> read_role(TomlTable& table) {
  auto text = table.text("role");
  if (!text) {
    return std::move(text).error();
  }
  if (!*text) {
    return std::optional<Role>();
  }
  const auto role = server::role_of(**text);
  if (!role) {
    return table.error(table.line_of("role"), "`role` is one of viewer, editor, pusher");
  }
  return role;
}

Result<User> read_user(const std::string& name, TomlTable table) {
  User user{name, Role::Viewer, {}, {}};
  if (!server::is_user_name(name)) {
    return table.error(table.line(), "`" + name +
                                         "` is no name for a user; use up to 64 letters, digits "
                                         "and - _ . @ +");
  }
  auto role = read_role(table);
  auto tokens = role ? read_tokens(table) : Result<std::vector<TokenDigest>>(role.error());
  auto monitors =
      tokens ? table.texts("monitors") : Result<std::vector<std::string>>(tokens.error());
  if (!monitors) {
    return std::move(monitors).error();
  }
  if (!*role) {
    return table.error(table.line(),
                       "the user `" + name + "` needs role = \"viewer\", \"editor\" or \"pusher\"");
  }
  user.role = **role;
  user.tokens = std::move(*tokens);
  user.monitors = std::move(*monitors);
  if (user.tokens.size() > kMostTokens) {
    return table.error(table.line_of("tokens"),
                       "two tokens at most, the one in use and the one that takes its place");
  }
  if (!user.monitors.empty() && user.role != Role::Pusher) {
    return table.error(table.line_of("monitors"), "`monitors` says where a pusher may push; a " +
                                                      std::string(server::role_name(user.role)) +
                                                      " sees all of them");
  }
  if (auto done = table.finish("a user"); !done) {
    return std::move(done).error();
  }
  return user;
}

Result<ProxyConfig> read_proxy(TomlTable table) {
  ProxyConfig proxy;
  auto header = table.text("header");
  auto addresses =
      header ? table.texts("addresses") : Result<std::vector<std::string>>(header.error());
  auto role = addresses ? read_role(table) : Result<std::optional<Role>>(addresses.error());
  if (!role) {
    return std::move(role).error();
  }
  if (!*header || (*header)->empty() || addresses->empty()) {
    return table.error(table.line(),
                       "the proxy needs header = \"X-Forwarded-User\" (or what it calls the "
                       "user) and addresses = [\"10.0.0.7\"], from where alone it is believed");
  }
  proxy.header = **header;
  std::transform(proxy.header.begin(), proxy.header.end(), proxy.header.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const std::string& text : *addresses) {
    const auto network = Network::parse(text);
    if (!network) {
      return table.error(table.line_of("addresses"),
                         "`" + text + "` is no address; write 10.0.0.7 or 10.0.0.0/24");
    }
    proxy.addresses.push_back(*network);
  }
  proxy.role = *role;
  if (auto done = table.finish("the proxy"); !done) {
    return std::move(done).error();
  }
  return proxy;
}

Result<void> read_users(TomlTable& access, AccessConfig& config) {
  auto users = access.table("user");
  if (!users) {
    return std::move(users).error();
  }
  if (!*users) {
    return {};
  }
  auto children = (*users)->children();
  if (!children) {
    return std::move(children).error();
  }
  for (auto& [name, table] : *children) {
    auto user = read_user(name, table);
    if (!user) {
      return std::move(user).error();
    }
    config.users.push_back(std::move(*user));
  }
  return {};
}

Result<void> read_people(TomlTable& access, const fs::path& folder, AccessConfig& config) {
  auto names = access.texts("host_names");
  auto audit = names ? access.text("audit") : Result<std::optional<std::string>>(names.error());
  auto proxy = audit ? access.table("proxy") : Result<std::optional<TomlTable>>(audit.error());
  if (!proxy) {
    return std::move(proxy).error();
  }
  config.host_names = std::move(*names);
  if (*audit) {
    config.audit = (folder / **audit).lexically_normal();
  }
  if (*proxy) {
    auto read = read_proxy(**proxy);
    if (!read) {
      return std::move(read).error();
    }
    config.proxy = std::move(*read);
  }
  if (auto done = read_users(access, config); !done) {
    return done;
  }
  return access.finish("[access]");
}

Result<void> read_tls(TomlTable& table, const fs::path& folder, AccessConfig& config) {
  auto certificate = table.text("certificate");
  auto key = certificate ? table.text("key") : certificate;
  if (!key) {
    return std::move(key).error();
  }
  if (!*certificate || !*key) {
    return table.error(table.line(), "[tls] needs certificate = \"FILE\" and key = \"FILE\"");
  }
  config.tls = {(folder / **certificate).lexically_normal(), (folder / **key).lexically_normal()};
  return table.finish("[tls]");
}

}  // namespace

Result<std::vector<TokenDigest>> read_tokens(TomlTable& table) {
  auto texts = table.texts("tokens");
  if (!texts) {
    return std::move(texts).error();
  }
  std::vector<TokenDigest> tokens;
  for (const std::string& text : *texts) {
    auto digest = server::parse_token_digest(text);
    if (!digest) {
      return table.error(table.line_of("tokens"),
                         "a token stands here as sha256:… with 64 hexadecimal digits, never as "
                         "itself, and `until 2027-01-31` may follow; `fairmon token` makes one");
    }
    tokens.push_back(std::move(*digest));
  }
  return tokens;
}

Result<AccessConfig> read_access(TomlTable& root, const fs::path& folder) {
  AccessConfig config;
  auto access = root.table("access");
  auto tls = access ? root.table("tls") : access;
  if (!tls) {
    return std::move(tls).error();
  }
  if (*access) {
    if (auto done = read_people(**access, folder, config); !done) {
      return std::move(done).error();
    }
  }
  if (*tls) {
    if (auto done = read_tls(**tls, folder, config); !done) {
      return std::move(done).error();
    }
  }
  return config;
}

Result<AccessConfig> read_access_file(const fs::path& file) {
  auto text = read_text(file);
  auto root = text ? TomlTable::parse(*text, file.string()) : Result<TomlTable>(text.error());
  if (!root) {
    return std::move(root).error();
  }
  auto config = read_access(*root, fs::absolute(file).parent_path());
  if (!config) {
    return config;
  }
  if (auto done = root->finish("this file"); !done) {
    return std::move(done).error();
  }
  return config;
}

}  // namespace fairmon::watch
