#include <fairmon/plugin.hpp>

#include <utility>

#include "plugins/kafka/connection.hpp"
#include "plugins/outputs/kafka/kafka_sink.hpp"

namespace fairmon::plugins {

namespace kafka_output {

namespace {

constexpr std::string_view kDocumentation =
    R"(Writes verdicts to a topic of Apache Kafka: `-o kafka=TOPIC`, one record per cycle with something to
show, its value the same JSON object as a line of `jsonl`. Records go to the first partition, where
they keep their order. The topic must be there, unless the cluster creates topics by itself. librdkafka
is loaded when the output is used (Debian: `apt install librdkafka1`).

With `--exactly-once --group NAME`, for data that come from Kafka too, verdicts, the state of the run
and the offsets of what was read are committed in one transaction, every 10 s or as `--every` says.
A run that was killed goes on at its next start from the last commit, by itself; consumers that read
committed records (`isolation.level=read_committed`) never see a verdict twice and never miss one. The
state is in the compacted topic `NAME-state`. Reaching the end of the data is then a pause: the next
start goes on with what has come since. One run of a name is active; a second one takes over.

Without it, a run that is started again writes its verdicts again.
)";

std::vector<OptionInfo> make_options() {
  std::vector<OptionInfo> table = common_output_options();
  for (OptionInfo& option : kafka_connection_options()) {
    table.push_back(std::move(option));
  }
  OptionInfo once;
  once.name = "exactly-once";
  once.kind = OptionKind::Flag;
  once.summary =
      "commit verdicts, state and offsets together, and go on from there at the next start";
  once.group = "exactly once";
  OptionInfo group;
  group.name = "group";
  group.summary = "name of the run, for its transactions, state and committed offsets";
  group.placeholder = "NAME";
  group.group = "exactly once";
  OptionInfo state;
  state.name = "state-topic";
  state.summary = "compacted topic for the state of the run [GROUP-state]";
  state.placeholder = "TOPIC";
  state.group = "exactly once";
  table.insert(table.end(), {once, group, state});
  return table;
}

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = make_options();
  return kTable;
}

Result<std::unique_ptr<VerdictSink>> make(const OptionValues& values, const std::string& target) {
  if (target == "-" || target.empty()) {
    return Error(ErrorCode::Usage, "name the topic for the verdicts: --output kafka=TOPIC");
  }
  auto connection = read_kafka_connection(values);
  if (!connection) {
    return std::move(connection).error();
  }
  SinkSettings settings;
  settings.connection = std::move(*connection);
  settings.topic = target;
  if (values.flag("exactly-once")) {
    settings.group = values.text("group");
    settings.state_topic =
        values.has("state-topic") ? values.text("state-topic") : settings.group + "-state";
    if (settings.group.empty()) {
      return Error(ErrorCode::Usage,
                   "--exactly-once needs a name under which the run goes on: --group NAME");
    }
    if (settings.state_topic == settings.topic) {
      return Error(ErrorCode::Usage,
                   "the state cannot be in the topic of the verdicts; name "
                   "another with --state-topic");
    }
  } else if (values.has("group") || values.has("state-topic")) {
    return Error(ErrorCode::Usage, "--group and --state-topic belong to --exactly-once");
  }
  return std::unique_ptr<VerdictSink>(
      std::make_unique<KafkaSink>(read_common_output(values), std::move(settings)));
}

}  // namespace

}  // namespace kafka_output

namespace outputs {
extern const OutputPlugin kafka;
const OutputPlugin kafka = {"kafka", "records of a topic of Apache Kafka",
                            kafka_output::kDocumentation, kafka_output::options,
                            kafka_output::make};
}  // namespace outputs

}  // namespace fairmon::plugins
