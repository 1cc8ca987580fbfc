#include "server/access/login.hpp"

#include <nlohmann/json.hpp>

namespace fairmon::server {

namespace {

// Small and of its own: whoever is not in yet gets nothing of the interface.
constexpr const char* kPage =
    R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log in · FairMon</title>
<link rel="stylesheet" href="/login.css">
<script src="/login.js" defer></script>
<main>
<h1>FairMon</h1>
<form id="login">
<label for="token">Your token</label>
<input id="token" type="password" autocomplete="current-password" required autofocus
 aria-describedby="hint problem">
<p id="hint">Whoever runs this service made it with <code>fairmon token</code>.</p>
<p id="problem" role="alert"></p>
<button>Log in</button>
</form>
<noscript>Logging in needs JavaScript; programs send <code>Authorization: Bearer</code>.</noscript>
</main>
</html>
)";

constexpr const char* kScript =
    R"(const form = document.getElementById("login");
const token = document.getElementById("token");
const problem = document.getElementById("problem");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.textContent = "";
  try {
    const answer = await fetch("/login", {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: token.value.trim() }),
    });
    if (answer.ok) {
      location.replace("/");
      return;
    }
    const said = await answer.json().catch(() => ({}));
    problem.textContent = said.message || `the server answered ${answer.status}`;
  } catch {
    problem.textContent = "the server does not answer";
  }
  token.select();
});
)";

constexpr const char* kStyle =
    R"(:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f6f7f9; color: #1b2330; }
main { max-width: 24rem; margin: 12vh auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
input, button { padding: .6rem .7rem; margin-top: .3rem; border-radius: .4rem; }
input { border: 1px solid #6b7686; background: #fff; color: inherit; }
button { border: 0; background: #1d4fd7; color: #fff; cursor: pointer; }
input:focus-visible, button:focus-visible { outline: 3px solid #7aa2ff; outline-offset: 2px; }
#hint { color: #4d5868; margin: .5rem 0; }
#problem { color: #a8071a; min-height: 1.5em; margin: .5rem 0; }
@media (prefers-color-scheme: dark) {
  body { background: #12161d; color: #e7ebf2; }
  input { background: #1b212b; border-color: #8b96a8; }
  button { background: #3d6bff; }
  #hint { color: #a9b4c4; }
  #problem { color: #ff9c9c; }
}
)";

Response file(const char* type, const char* text) {
  Response response;
  response.content_type = type;
  response.body = text;
  return response;
}

}  // namespace

bool is_login(const Request& request) {
  return request.path == "/login" || request.path == "/login.js" || request.path == "/login.css" ||
         request.path == "/logout";
}

Response answer_login(const Request& request, Access& access, const std::string& cookie_name) {
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (request.path == "/login.js" && reads) {
    return file("text/javascript; charset=utf-8", kScript);
  }
  if (request.path == "/login.css" && reads) {
    return file("text/css; charset=utf-8", kStyle);
  }
  if (request.path == "/login" && reads) {
    return file("text/html; charset=utf-8", kPage);
  }
  if (request.path == "/logout" && request.method == "POST") {
    return access.log_out(request, cookie_name);
  }
  if (request.path == "/login" && request.method == "POST") {
    const auto body = nlohmann::json::parse(request.body, nullptr, false);
    const auto token = body.is_object() ? body.find("token") : body.end();
    if (token == body.end() || !token->is_string()) {
      return error_response(400, "bad-json", "send {\"token\": \"…\"}");
    }
    return access.log_in(request, token->get<std::string>(), cookie_name);
  }
  return error_response(405, "wrong-method", "this address does not know " + request.method);
}

Response go_to_login() {
  Response response;
  response.status = 303;
  response.content_type = "text/plain; charset=utf-8";
  response.body = "log in at /login\n";
  response.headers.emplace_back("Location", "/login");
  return response;
}

}  // namespace fairmon::server
