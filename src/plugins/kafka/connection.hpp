#pragma once

#include <fairmon/plugin.hpp>

#include <vector>

#include "kafka/client.hpp"

namespace fairmon::plugins {

/// Options that reading from and writing to Kafka have in common: where the cluster is.
[[nodiscard]] std::vector<OptionInfo> kafka_connection_options();

[[nodiscard]] Result<kafka::ClientSettings> read_kafka_connection(const OptionValues& values);

}  // namespace fairmon::plugins
