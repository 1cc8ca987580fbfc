#include "cli/alarm/test_alarm.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/report.hpp"
#include "ledger/crypto/libcrypto.hpp"
#include "ledger/crypto/sha256.hpp"
#include "plugins/outputs/webhook/delivery.hpp"
#include "support/printable.hpp"
#include "watch/config/config.hpp"

namespace fairmon::cli {

namespace {

using plugins::webhook::Attempt;
using plugins::webhook::Delivery;
using plugins::webhook::Notice;
using plugins::webhook::NoticeKind;
using plugins::webhook::WebhookSettings;

struct Receiver {
  std::string name;
  WebhookSettings settings;
};

Result<Receiver> receiver_of(std::string name,
                             const std::multimap<std::string, std::string>& given) {
  const auto values = OptionValues::check(plugins::webhook::webhook_options(), given);
  if (!values) {
    return values.error();
  }
  auto settings = plugins::webhook::read_webhook_settings(*values);
  if (!settings) {
    return std::move(settings).error();
  }
  if (const auto secrets = plugins::webhook::read_secrets(*settings); !secrets) {
    return secrets.error();
  }
  return Receiver{std::move(name), *std::move(settings)};
}

Result<std::vector<Receiver>> receivers_in(const std::string& file, const PluginRegistry& plugins) {
  const auto config = watch::read_config(file, plugins);
  if (!config) {
    return config.error();
  }
  std::vector<Receiver> receivers;
  for (const watch::MonitorConfig& monitor : config->monitors) {
    for (const watch::PluginConfig& output : monitor.outputs) {
      if (output.kind != "webhook") {
        continue;
      }
      auto options = output.options;
      if (options.count("source") == 0) {
        options.emplace("source", monitor.name);
      }
      auto receiver = receiver_of(monitor.name + ", " + output.targets.front(), options);
      if (!receiver) {
        return std::move(receiver).error().with_context("line " + std::to_string(output.line) +
                                                        " of `" + file + "`");
      }
      receivers.push_back(*std::move(receiver));
    }
  }
  if (receivers.empty()) {
    return Error(ErrorCode::Usage,
                 "`" + file + "` has no webhook; add an output with kind = \"webhook\"");
  }
  return receivers;
}

Result<std::vector<Receiver>> receivers(const Arguments& arguments, const PluginRegistry& plugins) {
  std::multimap<std::string, std::string> given;
  for (const OptionInfo& option : plugins::webhook::webhook_options()) {
    if (is_for_test(option) && arguments.has(option.name)) {
      given.emplace(option.name,
                    option.kind == OptionKind::Flag ? "" : arguments.text(option.name));
    }
  }
  if (arguments.has("CONFIG")) {
    if (!given.empty()) {
      return Error(ErrorCode::Usage,
                   "the configuration says where alarms go; leave out --" + given.begin()->first);
    }
    return receivers_in(arguments.text("CONFIG"), plugins);
  }
  auto receiver = receiver_of("the webhook", given);
  if (!receiver) {
    return std::move(receiver).error();
  }
  std::vector<Receiver> one;
  one.push_back(*std::move(receiver));
  return one;
}

Notice test_notice(const WebhookSettings& settings, NoticeKind kind, std::int64_t now_ns) {
  Notice notice;
  notice.kind = kind;
  notice.test = true;
  notice.source = settings.source;
  notice.alarm =
      "test-" + ledger::sha256_hex(settings.source + std::to_string(now_ns)).substr(0, 27);
  notice.labels = {{"trigger", "test"}};
  notice.start_ns = now_ns;
  notice.noted_ns = now_ns;
  notice.reason = "sent by `fairmon alarm test`";
  if (kind == NoticeKind::End) {
    notice.ended_ns = 0;
  }
  plugins::webhook::Violation violation;
  violation.trigger = "test";
  violation.title = "a test alarm";
  violation.message = "this is a test: nothing is unfair";
  violation.firings = 1;
  notice.violations.push_back(std::move(violation));
  return notice;
}

/// Whether the receiver took both messages.
bool try_receiver(const Receiver& receiver) {
  Delivery delivery(receiver.settings, {});
  const std::int64_t now_ns = plugins::webhook::wall_clock_ns();
  for (const NoticeKind kind : {NoticeKind::Begin, NoticeKind::End}) {
    const Attempt attempt = delivery.post(test_notice(receiver.settings, kind, now_ns));
    const std::string what =
        receiver.name + ": " + std::string(plugins::webhook::kind_name(kind)) + " ";
    if (attempt.outcome != Attempt::Outcome::Taken) {
      print(what + "not taken: " + attempt.trouble + "\n");
      return false;
    }
    std::string answer = support::printable(attempt.answer.substr(0, 200));
    while (answer.ends_with('\n')) {
      answer.pop_back();
    }
    print(what + "taken, status " + std::to_string(attempt.status) +
          (answer.empty() ? "" : ": " + answer) + "\n");
  }
  return true;
}

}  // namespace

bool is_for_test(const OptionInfo& option) {
  static const std::set<std::string> kIdle = {"first-retry", "longest-retry", "last-wait",
                                              "most-bytes"};
  return option.group != "when to tell" && kIdle.count(option.name) == 0;
}

int test_alarm(const Arguments& arguments, const PluginRegistry& plugins) {
  if (auto loaded = ledger::load_crypto(); !loaded) {
    return report(loaded.error());
  }
  const auto found = receivers(arguments, plugins);
  if (!found) {
    return report(found.error());
  }
  bool all = true;
  for (const Receiver& receiver : *found) {
    all = try_receiver(receiver) && all;
  }
  return static_cast<int>(all ? ExitCode::Fine : ExitCode::Data);
}

}  // namespace fairmon::cli
