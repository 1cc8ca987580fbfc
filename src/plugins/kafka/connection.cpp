#include "plugins/kafka/connection.hpp"

namespace fairmon::plugins {

std::vector<OptionInfo> kafka_connection_options() {
  OptionInfo brokers;
  brokers.name = "brokers";
  brokers.summary = "addresses of Kafka brokers to begin with, commas between them";
  brokers.placeholder = "HOST:PORT,…";
  brokers.default_value = "localhost:9092";
  brokers.group = "connection";
  brokers.incidental = true;
  brokers.address = true;
  OptionInfo config;
  config.name = "client-config";
  config.kind = OptionKind::Path;
  config.summary =
      "file with lines such as security.protocol=SASL_SSL, properties of librdkafka for TLS and "
      "SASL; readable by you alone";
  config.placeholder = "FILE";
  config.group = "connection";
  config.incidental = true;
  config.secret_file = true;
  return {brokers, config};
}

Result<kafka::ClientSettings> read_kafka_connection(const OptionValues& values) {
  kafka::ClientSettings settings;
  settings.brokers = values.text("brokers");
  if (values.has("client-config")) {
    auto properties = kafka::read_properties(values.text("client-config"));
    if (!properties) {
      return std::move(properties).error();
    }
    settings.properties = std::move(*properties);
  }
  return settings;
}

}  // namespace fairmon::plugins
