#pragma once

#include <optional>
#include <string>

#include "server/access/access.hpp"

namespace fairmon::server {

/// Whether the address belongs to logging in: `/login`, its script and style, `/logout`. They are
/// open to everybody.
[[nodiscard]] bool is_login(const Request& request);

/// Answers such a request. `POST /login` takes `{"token": …}`.
[[nodiscard]] Response answer_login(const Request& request, Access& access,
                                    const std::string& cookie_name);

/// Leads a browser that nobody is known for to the page for logging in.
[[nodiscard]] Response go_to_login();

}  // namespace fairmon::server
