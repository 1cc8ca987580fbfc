// Data sources: their option tables for forms, a preview, and a check by the plugin itself.
#include <fairmon/spec.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <fstream>

#include "intake/table.hpp"
#include "server/app_state.hpp"
#include "server/http/router.hpp"
#include "server/option_policy.hpp"
#include "server/runs/run_json.hpp"
#include "server/targets.hpp"

namespace fairmon::server::routes {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t kPreviewBytes = 256U * 1024U;

Response answer(const json& body) {
  return json_response(body.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string_view kind_name(OptionKind kind) {
  constexpr std::array<std::string_view, 10> kNames = {
      "text", "flag", "integer", "number", "choice", "path", "duration", "date", "pair", "secret"};
  return kNames[static_cast<std::size_t>(kind)];
}

json option_to_json(const OptionInfo& option, const SourceAdvice* advice) {
  const bool secret = option.kind == OptionKind::Secret;
  return {{"name", option.name},
          {"kind", kind_name(option.kind)},
          {"summary", option.summary},
          {"default", secret ? "" : option.default_value},
          {"placeholder", option.placeholder},
          {"choices", option.choices},
          {"suggestions",
           advice == nullptr ? std::vector<std::string>() : advice->suggestions(option.name)},
          {"required", option.required},
          {"repeatable", option.repeatable},
          {"group", option.group},
          {"environment", option.environment},
          {"environmentSet",
           !option.environment.empty() && std::getenv(option.environment.c_str()) != nullptr}};
}

Response list_sources(const Request&, AppState& state) {
  json list = json::array();
  for (const InputPlugin* plugin : state.plugins.inputs()) {
    if (!plugin->on_page) {
      continue;
    }
    json options = json::array();
    for (const OptionInfo& option : plugin->options()) {
      options.push_back(option_to_json(option, state.advice_for(plugin->name)));
    }
    json suffixes = json::array();
    for (const std::string_view suffix : plugin->suffixes) {
      suffixes.push_back(suffix);
    }
    list.push_back({{"name", plugin->name},
                    {"summary", plugin->summary},
                    {"documentation", plugin->documentation},
                    {"suffixes", suffixes},
                    {"hasPlan", state.advice_for(plugin->name) != nullptr},
                    {"options", options}});
  }
  return answer(list);
}

Response preview(const Request& request, AppState& state) {
  const json body = json::parse(request.body);
  const auto target = resolve_target(body.at("target").get<std::string>(), state);
  if (!target) {
    return error_response(404, "no-file", target.error().message);
  }
  std::error_code failed;
  if (!fs::is_regular_file(target.value().file, failed)) {
    return error_response(404, "no-file", target.value().name + " is no file");
  }
  const std::uint64_t size = fs::file_size(target.value().file, failed);
  std::ifstream in(target.value().file, std::ios::binary);
  std::string text(std::min<std::uint64_t>(kPreviewBytes, failed ? 0 : size), '\0');
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size()))) {
    return error_response(404, "no-file", "cannot read " + target.value().name);
  }
  intake::TableOptions options;
  const std::string delimiter = body.value("delimiter", "");
  options.delimiter = delimiter == "tab" ? '\t' : (delimiter.size() == 1 ? delimiter[0] : '\0');
  const auto names = body.value("columns", std::vector<std::string>());
  options.header = names.empty();
  const bool whole = text.size() == size;
  intake::Table table = intake::looks_like_json_lines(text)
                            ? intake::preview_json_lines(text, whole, options.max_rows)
                            : intake::preview_table(text, whole, options);
  if (!names.empty()) {
    table.columns = names;
  }
  const auto lines = static_cast<double>(std::count(text.begin(), text.end(), '\n'));
  const double share = text.empty() ? 1.0 : static_cast<double>(size) / double(text.size());
  return answer(
      {{"name", target.value().name},
       {"bytes", size},
       {"delimiter", std::string(1, table.delimiter)},
       {"columns", table.columns},
       {"rows", table.rows},
       {"complete", table.complete},
       {"estimatedRows", table.complete ? double(table.rows.size()) : std::floor(lines * share)}});
}

/// What reading with the plugin found.
struct Trial {
  std::vector<RecordError> errors;
  std::uint64_t records = 0;
  std::uint64_t bad = 0;
  std::optional<Timestamp> first;
  std::optional<Timestamp> last;
  bool complete = false;
  std::string failure;
};

/// Reads with the real plugin, bad records set aside, until the end or the time is up.
Trial try_source(EventSource& source, const Spec& spec, double seconds) {
  Trial trial;
  SourceContext context;
  context.schema = spec.input_schema();
  context.symbols = std::make_shared<SymbolTable>();
  context.on_bad_record = RecordPolicy::Skip;
  context.on_late = LatePolicy::Skip;
  context.report = [&](const RecordError& error) {
    ++trial.bad;
    if (trial.errors.size() < 100) {
      trial.errors.push_back(error);
    }
  };
  if (auto opened = source.open(context); !opened) {
    trial.failure = opened.error().to_string();
    return trial;
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  const Timestamp start = source.start_time().value_or(Timestamp{});
  EventBatch batch(spec.num_inputs(), 4096);
  while (std::chrono::steady_clock::now() < end) {
    batch.clear();
    const auto status = source.read(batch);
    if (!status) {
      trial.failure = status.error().to_string();
      break;
    }
    trial.records += batch.num_rows();
    if (batch.num_rows() > 0) {
      trial.first = trial.first.value_or(Timestamp{start.ns + batch.times().front().ns});
      trial.last = Timestamp{start.ns + batch.times().back().ns};
    }
    if (status.value() != ReadStatus::More) {
      trial.complete = status.value() == ReadStatus::End;
      break;
    }
  }
  return trial;
}

json trial_to_json(const Trial& trial) {
  json errors = json::array();
  for (const RecordError& error : trial.errors) {
    errors.push_back({{"line", error.line},
                      {"column", error.column},
                      {"field", error.field},
                      {"value", error.value},
                      {"message", error.message}});
  }
  return {{"ok", trial.failure.empty() && trial.bad == 0},
          {"failure", trial.failure},
          {"records", trial.records},
          {"bad", trial.bad},
          {"errors", errors},
          {"first", trial.first ? json(double(trial.first->ns) / 1e6) : json()},
          {"last", trial.last ? json(double(trial.last->ns) / 1e6) : json()},
          {"complete", trial.complete}};
}

Response check(const Request& request, AppState& state) {
  auto asked = settings_from_request(request);
  if (!asked) {
    return asked.error();
  }
  RunSettings settings = std::move(*asked);
  const InputPlugin* plugin = state.plugins.find_input(request.arguments[0]);
  if (plugin == nullptr) {
    return error_response(404, "no-source", "there is no such data source");
  }
  const Compiled compiled = compile(SourceFile(settings.name, settings.spec));
  if (!compiled.spec) {
    return error_response(422, "spec", "the specification does not compile yet");
  }
  for (std::string& target : settings.targets) {
    auto file = resolve_target(target, state);
    if (!file) {
      return error_response(404, "no-file", file.error().message);
    }
    target = file.value().file.string();
  }
  const auto options = checked_options(*plugin, settings.options, state, Asker::Page);
  if (!options) {
    return error_response(422, "options", options.error().to_string());
  }
  // Sources without a file would go to the network; a check must not.
  if (settings.targets.empty()) {
    return answer({{"ok", true},
                   {"failure", ""},
                   {"records", 0},
                   {"bad", 0},
                   {"errors", json::array()},
                   {"first", nullptr},
                   {"last", nullptr},
                   {"complete", false}});
  }
  auto source = plugin->make(options.value(), settings.targets);
  if (!source) {
    return error_response(422, "options", source.error().to_string());
  }
  const double seconds = json::parse(request.body).value("seconds", 1.0);
  return answer(
      trial_to_json(try_source(*source.value(), *compiled.spec, std::clamp(seconds, 0.1, 30.0))));
}

constexpr std::array kRoutes = {
    Route{"GET", "/api/v1/sources", Permission::Read, list_sources},
    Route{"POST", "/api/v1/preview", Permission::Try, preview},
    Route{"POST", "/api/v1/sources/{}/check", Permission::Try, check},
};

}  // namespace

extern const RouteGroup sources;
const RouteGroup sources = {kRoutes};

}  // namespace fairmon::server::routes
