#include <fairmon/plugin.hpp>

#include <utility>

#include "ledger/crypto/libcrypto.hpp"
#include "plugins/outputs/webhook/settings.hpp"
#include "plugins/outputs/webhook/webhook_sink.hpp"

namespace fairmon::plugins {

namespace webhook {

namespace {

Result<std::unique_ptr<VerdictSink>> make(const OptionValues& values, const std::string& target) {
  if (target == "-" || target.find("://") != std::string::npos) {
    return Error(ErrorCode::Usage,
                 "a webhook needs a file in which alarms wait for the receiver: -o "
                 "webhook=alarms.spool --url https://…");
  }
  if (auto loaded = ledger::load_crypto(); !loaded) {
    return std::move(loaded).error();
  }
  auto settings = read_webhook_settings(values);
  if (!settings) {
    return std::move(settings).error();
  }
  // Found now rather than when the first alarm has to go out.
  if (const auto secrets = read_secrets(*settings); !secrets) {
    return secrets.error();
  }
  return std::unique_ptr<VerdictSink>(std::make_unique<WebhookSink>(*std::move(settings), target));
}

constexpr std::string_view kDocumentation =
    R"(Posts alarms to an address: one message when an episode of a trigger begins, one when it is over,
and with `--repeat` some in between. Alarms wait in FILE until the receiver took them, whatever
happens to it or to this program. Every message has an id (`Idempotency-Key`), which stays the same when
it has to be sent again.

Messages are JSON in a form of the receiver's (`--preset`), or from a template: a JSON file in whose
texts stand `${headline}`, `${kind}` (begin, still, end), `${alarm}`, `${id}`, `${source}`, `${trigger}`,
`${title}`, `${message}`, `${instance}`, `${labels}`, `${labels.NAME}`, `${since}`, `${at}`, `${ended}`,
`${noted}`, `${reason}`, `${value}`, `${threshold}`, `${n}`, `${lower}`, `${upper}`, `${state}`,
`${firings}`, `${violations}`, `${more_violations}`, `${test}`, `${version}`. A text that is one name
alone becomes that value: a number stays a number.

`fairmon alarm test` sends a test alarm.
)";

}  // namespace

}  // namespace webhook

namespace outputs {
extern const OutputPlugin webhook;
const OutputPlugin webhook = {
    "webhook",
    "alarms for a receiver on the network, told once, waiting on the disk",
    plugins::webhook::kDocumentation,
    plugins::webhook::webhook_options,
    plugins::webhook::make,
    TargetKind::LastingFile};
}  // namespace outputs

}  // namespace fairmon::plugins
