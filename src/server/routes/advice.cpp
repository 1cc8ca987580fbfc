// What is known of a service before the run: what will be asked for, and how much there is.
#include <nlohmann/json.hpp>

#include <array>

#include "server/app_state.hpp"
#include "server/http/router.hpp"
#include "server/option_policy.hpp"
#include "server/runs/run_json.hpp"

namespace fairmon::server::routes {

namespace {

using nlohmann::json;

Response answer(const json& body) {
  return json_response(body.dump(-1, ' ', false, json::error_handler_t::replace));
}

/// A question about a source: the settings of a run that has not begun.
struct Question {
  explicit Question(RunSettings the_settings, const SourceAdvice& the_advice)
      : settings(std::move(the_settings)),
        advice(the_advice),
        compiled(compile(SourceFile(settings.name, settings.spec))) {}
  RunSettings settings;
  const SourceAdvice& advice;
  Compiled compiled;
};

/// The answer to a question that can be answered.
template <Response (*answer_to)(const Question&, AppState&)>
Response with_question(const Request& request, AppState& state) {
  const SourceAdvice* advice = state.advice_for(request.arguments[0]);
  if (advice == nullptr || state.plugins.find_input(advice->plugin) == nullptr) {
    return error_response(404, "no-advice", "this data source has nothing to plan");
  }
  auto settings = settings_from_request(request);
  if (!settings) {
    return settings.error();
  }
  const Question question(std::move(*settings), *advice);
  if (!question.compiled.spec) {
    return error_response(422, "spec", "the specification does not compile yet");
  }
  return answer_to(question, state);
}

Response plan(const Question& question, AppState&) {
  const SourcePlan plan = question.advice.plan(*question.compiled.spec);
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

Response estimate(const Question& question, AppState& state) {
  const InputPlugin& plugin = *state.plugins.find_input(question.advice.plugin);
  const auto options = checked_options(plugin, question.settings.options, state, Asker::Page);
  if (!options) {
    return error_response(422, "options", options.error().to_string());
  }
  const auto found = question.advice.estimate(*question.compiled.spec, *options);
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
    Route{"POST", "/api/v1/sources/{}/plan", Permission::Try, with_question<plan>},
    Route{"POST", "/api/v1/sources/{}/estimate", Permission::Try, with_question<estimate>},
};

}  // namespace

extern const RouteGroup advice;
const RouteGroup advice = {kRoutes};

}  // namespace fairmon::server::routes
