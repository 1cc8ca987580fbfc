// Why a trigger of a run fired: the data are judged again up to there.
#include <fairmon/findings.hpp>

#include <array>

#include "server/app_state.hpp"
#include "server/history/frame.hpp"
#include "server/http/router.hpp"
#include "server/option_policy.hpp"
#include "server/runs/run_store.hpp"
#include "support/number.hpp"
#include "why/replay.hpp"

namespace fairmon::server::routes {

namespace {

namespace fs = std::filesystem;

/// The files a run has read; of a service, the copy it kept.
struct RunData {
  const InputPlugin* plugin = nullptr;
  std::multimap<std::string, std::string> options;
  std::vector<std::string> targets;
};

Result<RunData> data_of(const Run& run, const AppState& state) {
  const RunSettings& settings = run.settings();
  RunData data{state.plugins.find_input(settings.plugin), settings.options, settings.targets};
  std::error_code failed;
  const fs::path copy = state.runs.store().folder_of(run.id()) / kCopyFile;
  if (fs::is_regular_file(copy, failed)) {
    data = {state.plugins.find_input("jsonl"), {}, {copy.string()}};
  }
  if (data.targets.empty()) {
    return Error(ErrorCode::NotFound,
                 "this run read a service and kept no copy of what it sent, so it cannot be judged "
                 "again; tick “keep a local copy” before the next run");
  }
  for (const std::string& target : data.targets) {
    if (!fs::is_regular_file(target, failed)) {
      return Error(ErrorCode::NotFound,
                   "the data of this run, " + settings.data_name +
                       ", are not there any more, so it cannot be judged again; run it once more");
    }
  }
  if (data.plugin == nullptr) {
    return Error(ErrorCode::NotFound, "there is no data source called " + settings.plugin);
  }
  return data;
}

SourceContext context_of(const RunSettings& settings) {
  SourceContext context;
  context.on_bad_record = settings.on_bad_record;
  context.on_late = settings.on_late;
  if (settings.start_time) {
    context.start_time = from_seconds(*settings.start_time);
  }
  context.report = [](const RecordError&) {};
  context.warn = [](const std::string&) {};
  context.waiting = [](const std::string&) {};
  return context;
}

Response failed_with(const Error& error) {
  return error_response(error.code == ErrorCode::NotFound ? 404 : 422, error_code_name(error.code),
                        error.to_string());
}

Response explain(const Request& request, AppState& state) {
  const auto run = state.runs.find(request.arguments[0]);
  if (!run) {
    return error_response(404, "no-run", "there is no such run");
  }
  const auto data = data_of(*run, state);
  if (!data) {
    return failed_with(data.error());
  }
  const auto options = checked_options(*data->plugin, data->options, state, Asker::Page);
  if (!options) {
    return failed_with(options.error());
  }
  const Compiled compiled =
      compile_with_findings(SourceFile(run->settings().name, run->settings().spec));
  if (!compiled.spec) {
    return error_response(422, "spec", "the specification of this run does not compile any more");
  }
  why::Question question;
  question.trigger = support::parse_number<std::uint32_t>(request.parameter("trigger"));
  question.instance = request.parameter("instance");
  // A number of the page holds 53 digits of it, so that the last thousand nanoseconds are open.
  const auto at = support::parse_number<std::int64_t>(request.parameter("ns"));
  constexpr std::int64_t kExact = std::int64_t{1} << 53U;
  const std::int64_t open = at && *at > kExact ? 1'024 : 0;
  question.until = [&](const std::optional<Timestamp>&) -> Result<std::optional<Timestamp>> {
    return at ? std::optional(Timestamp{*at + open}) : std::optional<Timestamp>();
  };
  const auto explained = why::replay(
      *compiled.spec, [&] { return data->plugin->make(*options, data->targets); },
      context_of(run->settings()), question);
  if (!explained) {
    return failed_with(explained.error());
  }
  return *explained ? json_response(why::to_json(**explained))
                    : error_response(404, "no-firing",
                                     "nothing fired there when the data were judged again; have "
                                     "they changed since the run?");
}

constexpr std::array kRoutes = {
    Route{"GET", "/api/v1/runs/{}/why", Permission::Read, explain},
};

}  // namespace

extern const RouteGroup why_fired;
const RouteGroup why_fired = {kRoutes};

}  // namespace fairmon::server::routes
