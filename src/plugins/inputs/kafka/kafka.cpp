#include <fairmon/plugin.hpp>

#include <utility>

#include "plugins/inputs/kafka/kafka_source.hpp"

namespace fairmon::plugins {

namespace kafka_input {

namespace {

constexpr std::string_view kDocumentation =
    R"(Reads records of topics of Apache Kafka: `fairmon monitor SPEC TOPIC… --input kafka --brokers
HOST:PORT`. librdkafka is loaded when the input is used (Debian: `apt install librdkafka1`).

A value is a JSON object, read as in `jsonl`, or with `--value-format csv --columns A,B,C` a line of
CSV; Avro and schema registries are not read. What stands around a value is read as `@key`,
`@header.NAME`, `@topic`, `@partition`, `@offset` and `@timestamp`, as in `--map platform=@key`. The
time is a field of the value, or with `--time-column @timestamp` that of the record.

Records of all partitions are put into the order of time; at equal times the earlier partition comes
first. So the verdicts depend on the data alone. A partition in which nothing comes holds back the
others, since it could still hold an earlier record, until `--idle-after` says otherwise.

Without `--follow` everything up to the records that are there at the start is read; with it, the run
waits for more. Only committed records are read. With `--checkpoint`, or with `-o kafka --exactly-once`,
a run goes on at the next record of each partition.

TLS and SASL: `--client-config FILE` with properties of librdkafka. No value of that file is ever
printed, logged or stored.
)";

Result<std::unique_ptr<EventSource>> make(const OptionValues& values,
                                          const std::vector<std::string>& targets) {
  auto input = read_kafka_options(values, targets);
  if (!input) {
    return std::move(input).error();
  }
  return std::unique_ptr<EventSource>(std::make_unique<KafkaSource>(std::move(*input)));
}

}  // namespace

}  // namespace kafka_input

namespace inputs {
extern const InputPlugin kafka;
const InputPlugin kafka = {
    "kafka", "records of topics of Apache Kafka", kafka_input::kDocumentation,
    {},      kafka_input::kafka_options,          kafka_input::make,
    false};
}  // namespace inputs

}  // namespace fairmon::plugins
