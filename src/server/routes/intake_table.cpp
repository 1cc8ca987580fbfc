// From a table to a specification: what its columns hold, what they may be for, and what to ask.
#include <nlohmann/json.hpp>

#include <array>

#include "intake/goals.hpp"
#include "server/app_state.hpp"
#include "server/http/router.hpp"
#include "server/json/intake_json.hpp"
#include "server/targets.hpp"

namespace fairmon::server::routes {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// What the choices lead to; `error` alone if they lead nowhere yet.
void add_draft(const intake::Sample& sample, Choices choices, const std::string& name, json& body) {
  const auto roles = intake::assign_roles(sample, choices.wishes);
  if (!roles) {
    body["error"] = roles.error().message;
    return;
  }
  const bool has_outcome = roles->outcome.has_value();
  std::erase_if(choices.purpose.goals, [&](const std::string& id) {
    const intake::Goal* goal = intake::find_goal(id);
    return goal != nullptr && goal->needs_outcome && !has_outcome;
  });
  if (choices.purpose.goals.empty()) {
    choices.purpose.goals = intake::usual_goals(has_outcome);
  }
  if (const auto fine = intake::check_purpose(choices.purpose, has_outcome); !fine) {
    body["error"] = fine.error().message;
    return;
  }
  const intake::Facts facts = intake::count_facts(sample, *roles);
  const intake::Draft draft = intake::first_specification(sample, *roles, name, choices.purpose);
  body["choices"] = choices_to_json(*roles, choices.purpose);
  body["facts"] = facts_to_json(facts);
  body["warnings"] = intake::warnings(sample, *roles, facts);
  body["conflicts"] = intake::conflicts(choices.purpose.goals, facts.groups);
  body["text"] = draft.text;
  body["notes"] = notes_to_json(draft.notes);
  body["options"] = options_to_json(sample, *roles);
}

Response study(const Request& request, AppState& state) {
  const json asked = json::parse(request.body);
  const auto target = resolve_target(asked.at("target").get<std::string>(), state);
  std::error_code failed;
  if (!target || !fs::is_regular_file(target->file, failed)) {
    return error_response(404, "no-file",
                          target ? target->name + " is no file" : target.error().message);
  }
  const auto sample = state.samples.study(target->file);
  if (!sample) {
    return error_response(422, "no-table", sample.error().message);
  }
  json body = sample_to_json(**sample);
  body["name"] = target->name;
  body["goals"] = goals_to_json();
  add_draft(**sample, choices_from_json(asked.value("choices", json::object())), target->name,
            body);
  return json_response(body.dump(-1, ' ', false, json::error_handler_t::replace));
}

constexpr std::array kRoutes = {
    Route{"POST", "/api/v1/intake", Permission::Try, study},
};

}  // namespace

extern const RouteGroup intake_table;
const RouteGroup intake_table = {kRoutes};

}  // namespace fairmon::server::routes
