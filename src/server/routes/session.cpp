// Trades the token of the address for a cookie, so that it need not stay in the address bar.
#include <nlohmann/json.hpp>

#include <array>

#include "server/app_state.hpp"
#include "server/http/router.hpp"

namespace fairmon::server::routes {

namespace {

Response open_session(const Request& request, AppState& state) {
  const auto body = nlohmann::json::parse(request.body.empty() ? "{}" : request.body);
  const std::string token = body.value("token", "");
  if (!state.gate.token.empty() && !equal_in_constant_time(token, state.gate.token) &&
      !state.gate.has_token(request)) {
    return error_response(401, "wrong-token",
                          "this address belongs to another start of FairMon; open the one it "
                          "printed last");
  }
  Response response = json_response("{}");
  if (!state.gate.token.empty()) {
    response.headers.emplace_back("Set-Cookie", state.gate.cookie_name() + "=" + state.gate.token +
                                                    "; HttpOnly; SameSite=Strict; Path=/");
  }
  return response;
}

constexpr std::array kRoutes = {Route{"POST", "/api/v1/session", open_session}};

}  // namespace

extern const RouteGroup session;
const RouteGroup session = {kRoutes};

}  // namespace fairmon::server::routes
