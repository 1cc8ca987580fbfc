#include <array>
#include <map>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/dsa/actions.hpp"
#include "cli/report.hpp"
#include "plugins/inputs/dsa/settings.hpp"

namespace fairmon::cli::commands {

namespace {

constexpr std::string_view kSimulate = "simulate (invented statements)";

std::vector<Positional> positionals() {
  return {{"ACTION", "plan, count, fetch, fields or simulate"},
          {"SPEC", "the specification (plan, count, fetch)", false}};
}

Flag flag(std::string name, std::string placeholder, std::string summary, std::string group,
          std::string default_value = {}) {
  Flag result;
  result.name = std::move(name);
  result.placeholder = std::move(placeholder);
  result.summary = std::move(summary);
  result.group = std::move(group);
  result.default_value = std::move(default_value);
  return result;
}

std::vector<Flag> flags(const PluginRegistry& /*plugins*/) {
  std::vector<Flag> result;
  for (const OptionInfo& option : plugins::inputs::dsa_options()) {
    Flag own =
        flag(option.name, option.placeholder, option.summary, option.group, option.default_value);
    own.choices = option.choices;
    own.environment = option.environment;
    own.repeatable = option.repeatable;
    result.push_back(std::move(own));
  }
  result.push_back(flag("output", "FILE",
                        "where to write: `.csv` or `.jsonl`, packed with a further `.gz` or "
                        "`.zst`; with --dump a folder",
                        "fetch"));
  result.push_back(flag("dump", "KIND",
                        "load daily dumps instead, with their checksums; no token is needed",
                        "fetch"));
  result.back().choices = {"light", "full"};
  result.push_back(flag("json", "", "print the list as JSON", "fields"));
  const std::string simulator(kSimulate);
  result.push_back(flag("port", "N", "port on loopback; 0 takes a free one", simulator, "8099"));
  result.push_back(flag("days", "N", "days of statements", simulator, "1"));
  result.push_back(flag("per-day", "N", "statements a day", simulator, "10000"));
  result.push_back(flag("first-day", "DATE", "first day", simulator, "2025-11-26"));
  result.push_back(flag("seed", "N", "another seed gives other statements", simulator, "1"));
  result.push_back(flag("disorder", "SECONDS",
                        "how far the order of ids may differ from that of time", simulator, "4"));
  result.push_back(flag("generation", "G", "behaviour of the service", simulator, "g2"));
  result.back().choices = {"g1", "g2"};
  result.push_back(flag("latency", "MS", "delay of every answer", simulator, "0"));
  result.push_back(
      flag("window", "MS", "length of the window in which --quota counts", simulator, "60000"));
  result.push_back(
      flag("signature-life", "MS", "how long addresses of dumps hold", simulator, "60000"));
  result.push_back(flag(
      "fault", "KIND:N",
      "trouble at the N-th request (N-M: at several); --fault list names the kinds", simulator));
  result.back().repeatable = true;
  result.push_back(
      flag("token-accepted", "TOKEN", "the token to ask for", simulator, "1|simulated"));
  result.push_back(
      flag("write-dumps", "FOLDER", "write daily dumps instead of serving", simulator));
  result.push_back(flag("full", "", "full dumps instead of light ones", simulator));
  return result;
}

std::span<const Example> examples() {
  static constexpr std::array<Example, 6> kExamples = {
      Example{"fairmon dsa plan examples/dsa/delay.lola",
              "which fields and which statements the specification needs"},
      Example{"fairmon dsa count SPEC --from 2025-12-01 --platform Instagram",
              "how many statements that would be; costs one request"},
      Example{"fairmon dsa fetch SPEC --from 2025-12-01 --output december.csv.gz",
              "save the statements a specification needs"},
      Example{"fairmon dsa fetch --dump light --from 2025-12-01 --to 2025-12-08 --output dumps",
              "load the dumps of a week"},
      Example{"fairmon dsa fields", "the fields of a statement, their types and codes"},
      Example{"fairmon dsa simulate --days 7 --per-day 20000",
              "serve invented statements on loopback, for trying things out"}};
  return kExamples;
}

std::span<const Action> actions() {
  static const std::vector<Action> kActions = {
      {"plan",
       "show what a specification needs: fields, and the filter derived from it",
       "SPEC",
       {}},
      {"count",
       "ask the database how many statements match; costs one request",
       "[SPEC]",
       {"which statements", "access"}},
      {"fetch",
       "save the statements a specification needs as JSON lines or CSV, or load daily dumps "
       "(--dump); an interrupted download goes on where it stopped",
       "[SPEC]",
       {"which statements", "access", "fetch"}},
      {"fields", "list the fields of a statement, their types and codes", "", {"fields"}},
      {"simulate",
       "serve invented statements on loopback, for tests and demonstrations only",
       "",
       {kSimulate, "--quota"}}};
  return kActions;
}

int run(const Arguments& arguments, const PluginRegistry& /*plugins*/) {
  static const std::map<std::string, int (*)(const Arguments&)> kActions = {
      {"plan", dsa_plan},     {"count", dsa_count},       {"fetch", dsa_fetch},
      {"fields", dsa_fields}, {"simulate", dsa_simulate},
  };
  const auto action = kActions.find(arguments.text("ACTION"));
  if (action == kActions.end()) {
    return report(Error(ErrorCode::Usage, "`" + arguments.text("ACTION") +
                                              "` is no action of `fairmon dsa`; it has plan, "
                                              "count, fetch, fields and simulate"));
  }
  return action->second(arguments);
}

}  // namespace

extern const Command dsa;
const Command dsa = {
    "dsa",    "",          "plan, count and fetch statements of the DSA Transparency Database",
    "",       positionals, flags,
    examples, run,         actions};

}  // namespace fairmon::cli::commands
