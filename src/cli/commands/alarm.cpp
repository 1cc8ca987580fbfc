#include <algorithm>

#include "cli/alarm/test_alarm.hpp"
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "plugins/outputs/webhook/settings.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"ACTION", "test"},
          {"CONFIG", "the configuration of `fairmon watch` whose webhooks are tried", false}};
}

std::vector<Flag> flags(const PluginRegistry&) {
  std::vector<Flag> result;
  for (const OptionInfo& option : plugins::webhook::webhook_options()) {
    if (!is_for_test(option)) {
      continue;
    }
    Flag flag = make_flag(option.name, option.placeholder, option.summary, option.default_value);
    flag.group = option.group;
    flag.choices = option.choices;
    result.push_back(std::move(flag));
  }
  return result;
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon alarm test fairmon.toml", "a test alarm to every webhook of the configuration"},
      {"fairmon alarm test --url https://alarms.example.org/fairmon --token-file token",
       "to one address"},
  };
  return kExamples;
}

std::span<const Action> actions() {
  static const std::vector<Action> kActions = {
      {"test",
       "post the begin and the end of a test alarm, and tell what came back",
       "[CONFIG]",
       {"where to", "secrets", "delivery"}}};
  return kActions;
}

int run(const Arguments& arguments, const PluginRegistry& plugins) {
  if (arguments.text("ACTION") != "test") {
    return report(Error(ErrorCode::Usage, "`" + arguments.text("ACTION") +
                                              "` is no action of `fairmon alarm`; it has test"));
  }
  return test_alarm(arguments, plugins);
}

}  // namespace

extern const Command alarm;
const Command alarm = {
    "alarm",
    "",
    "try the webhooks that alarms are sent to",
    "Posts a test alarm and its end, marked as a test, once and without waiting on the disk. The\n"
    "exit code is 0 if every receiver took both, 2 if one did not, 1 for a mistake in the options.",
    positionals,
    flags,
    examples,
    run,
    actions};

}  // namespace fairmon::cli::commands
