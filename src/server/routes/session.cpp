// Trades the token of the address for a cookie, so that it need not stay in the address bar.
#include <nlohmann/json.hpp>

#include <array>

#include "server/app_state.hpp"
#include "server/http/router.hpp"

namespace fairmon::server::routes {

namespace {

/// The token of this start is its own cookie; that of a user is traded for one.
Response open_session(const Request& request, AppState& state) {
  const auto body = nlohmann::json::parse(request.body.empty() ? "{}" : request.body);
  const std::string token = body.value("token", "");
  const Gate& gate = state.gate;
  const bool of_this_start = !gate.token.empty() && equal_in_constant_time(token, gate.token);
  if (gate.access && !of_this_start && !token.empty()) {
    return gate.access->log_in(request, token, gate.cookie_name());
  }
  if (!gate.token.empty() && !of_this_start && !request.caller) {
    return error_response(401, "wrong-token",
                          "this address belongs to another start of FairMon; open the one it "
                          "printed last");
  }
  Response response = json_response("{}");
  if (!gate.token.empty()) {
    response.headers.emplace_back("Set-Cookie", gate.cookie_name() + "=" + gate.token +
                                                    "; HttpOnly; SameSite=Strict; Path=/" +
                                                    (request.encrypted ? "; Secure" : ""));
  }
  return response;
}

constexpr std::array kRoutes = {Route{"POST", "/api/v1/session", Permission::Public, open_session}};

}  // namespace

extern const RouteGroup session;
const RouteGroup session = {kRoutes};

}  // namespace fairmon::server::routes
