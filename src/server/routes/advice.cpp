// What is known of a service before the run: what will be asked for, and how much there is.
#include <nlohmann/json.hpp>

#include <array>

#include "server/app_state.hpp"
#include "server/http/router.hpp"
#include "server/runs/run_json.hpp"

namespace fairmon::server::routes {

namespace {

using nlohmann::json;

Response answer(const json& body) {
  return json_response(body.dump(-1, ' ', false, json::error_handler_t::replace));
}

Response no_advice() {
  return error_response(404, "no-advice", "this data source has nothing to plan");
}

/// A question about a source: the settings of a run that has not begun.
struct Question {
  explicit Question(const Request& request, const AppState& state)
      : settings(settings_from_json(json::parse(request.body))),
        advice(state.advice_for(request.arguments[0])),
        compiled(compile(SourceFile(settings.name, settings.spec))) {}
  RunSettings settings;
  const SourceAdvice* advice;
  Compiled compiled;
};

Response plan(const Request& request, AppState& state) {
  const Question question(request, state);
  if (question.advice == nullptr) {
    return no_advice();
  }
  if (!question.compiled.spec) {
    return error_response(422, "spec", "the specification does not compile yet");
  }
  const SourcePlan plan = question.advice->plan(*question.compiled.spec);
  json blockers = json::array();
  for (const SourcePlan::Blocker& blocker : plan.blockers) {
    blockers.push_back({{"stream", blocker.stream}, {"reason", blocker.reason}});
  }
  return answer({{"fields", plan.fields},
                 {"numFields", plan.num_fields},
                 {"condition", plan.condition},
                 {"sent", plan.sent},
                 {"blockers", blockers},
                 {"notes", plan.notes}});
}

Response estimate(const Request& request, AppState& state) {
  Question question(request, state);
  if (question.advice == nullptr) {
    return no_advice();
  }
  if (!question.compiled.spec) {
    return error_response(422, "spec", "the specification does not compile yet");
  }
  const InputPlugin* plugin = state.plugins.find_input(question.advice->plugin);
  auto& given = question.settings.options;
  if (auto resolved = question.advice->resolve(given); !resolved) {
    return error_response(422, "options", resolved.error().to_string());
  }
  const auto options = OptionValues::check(plugin->options(), given);
  if (!options) {
    return error_response(422, "options", options.error().to_string());
  }
  const auto found = question.advice->estimate(*question.compiled.spec, *options);
  if (!found) {
    return error_response(502, "service", found.error().to_string());
  }
  return answer({{"records", found->records},
                 {"pages", found->pages},
                 {"pageSize", found->page_size},
                 {"minutes", found->minutes},
                 {"requestsPerMinute", found->requests_per_minute}});
}

constexpr std::array kRoutes = {
    Route{"POST", "/api/v1/sources/{}/plan", plan},
    Route{"POST", "/api/v1/sources/{}/estimate", estimate},
};

}  // namespace

extern const RouteGroup advice;
const RouteGroup advice = {kRoutes};

}  // namespace fairmon::server::routes
