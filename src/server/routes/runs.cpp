// Runs: start, list, steer, remove.
#include <nlohmann/json.hpp>

#include <array>

#include "server/app_state.hpp"
#include "server/http/router.hpp"
#include "server/option_policy.hpp"
#include "server/runs/run_json.hpp"
#include "server/targets.hpp"

namespace fairmon::server::routes {

namespace {

using nlohmann::json;

Response answer(const json& body, unsigned status = 200) {
  return json_response(body.dump(-1, ' ', false, json::error_handler_t::replace), status);
}

unsigned status_of(ErrorCode code) {
  return code == ErrorCode::NotFound ? 404 : (code == ErrorCode::Output ? 507 : 422);
}

Response list_runs(const Request&, AppState& state) {
  json list = json::array();
  for (const auto& run : state.runs.list()) {
    list.push_back(run_to_json(*run));
  }
  return answer(list);
}

Response start_run(const Request& request, AppState& state) {
  auto asked = settings_from_request(request);
  if (!asked) {
    return asked.error();
  }
  RunSettings settings = std::move(*asked);
  settings.asked = settings.targets;
  for (std::string& target : settings.targets) {
    auto file = resolve_target(target, state);
    if (!file) {
      return error_response(404, "no-file", file.error().message);
    }
    target = file.value().file.string();
    if (settings.data_name.empty()) {
      settings.data_name = file.value().name;
    }
  }
  const auto run =
      state.runs.start(std::move(settings), [&](const InputPlugin& plugin, const auto& given) {
        return checked_options(plugin, given, state, Asker::Page);
      });
  if (!run) {
    return error_response(status_of(run.error().code), error_code_name(run.error().code),
                          run.error().to_string());
  }
  return answer(run_to_json(*run.value()), 201);
}

/// Calls `then` with the run the path names, or answers that there is none.
template <typename Then>
Response with_run(const Request& request, AppState& state, Then&& then) {
  const auto run = state.runs.find(request.arguments[0]);
  return run ? then(*run) : error_response(404, "no-run", "there is no such run");
}

Response get_run(const Request& request, AppState& state) {
  return with_run(request, state, [&](Run& run) {
    json body = run_to_json(run);
    body["settings"] = settings_to_json(run.settings());
    body["panels"] = panels_to_json(run.history());
    body["triggers"] = triggers_to_json(run.history());
    return answer(body);
  });
}

Response remove_run(const Request& request, AppState& state) {
  return state.runs.remove(request.arguments[0])
             ? json_response("{}")
             : error_response(404, "no-run", "there is no such run");
}

/// The first bytes of a text, cut between characters.
std::string shortened(std::string text, std::size_t most) {
  if (text.size() > most) {
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) {
      --most;
    }
    text.resize(most);
  }
  return text;
}

Response steer_run(const Request& request, AppState& state) {
  return with_run(request, state, [&](Run& run) {
    const std::string& verb = request.arguments[1];
    if (verb == "pause") {
      run.pause();
    } else if (verb == "resume") {
      run.resume();
    } else if (verb == "stop") {
      run.stop();
    } else if (verb == "step") {
      run.step();
    } else if (verb == "speed") {
      const json speed = json::parse(request.body).value("speed", json());
      if (!speed.is_null() && !(speed.is_number() && speed.get<double>() > 0.0)) {
        return error_response(400, "speed", "a speed is a number above 0, or null");
      }
      run.set_speed(speed.is_null() ? std::nullopt : std::optional(speed.get<double>()));
    } else if (verb == "pin" || verb == "unpin") {
      run.pin(verb == "pin");
      state.runs.save(run);
    } else if (verb == "label") {
      const json body = json::parse(request.body);
      run.set_label(
          {shortened(body.value("title", ""), 200), shortened(body.value("note", ""), 8'000)});
      if (!run.active()) {  // one that goes on is written down every few seconds in any case
        state.runs.save(run);
      }
    } else {
      return error_response(404, "no-verb",
                            "a run knows pause, resume, step, speed, stop, pin, unpin and label");
    }
    return answer(run_to_json(run));
  });
}

constexpr std::array kRoutes = {
    Route{"GET", "/api/v1/runs", Permission::Read, list_runs},
    Route{"POST", "/api/v1/runs", Permission::Change, start_run},
    Route{"GET", "/api/v1/runs/{}", Permission::Read, get_run},
    Route{"DELETE", "/api/v1/runs/{}", Permission::Change, remove_run},
    Route{"POST", "/api/v1/runs/{}/{}", Permission::Change, steer_run},
};

}  // namespace

extern const RouteGroup runs;
const RouteGroup runs = {kRoutes};

}  // namespace fairmon::server::routes
