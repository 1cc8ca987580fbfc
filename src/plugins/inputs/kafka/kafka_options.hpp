#pragma once

#include <fairmon/plugin.hpp>

#include <optional>
#include <string>
#include <vector>

#include "kafka/client.hpp"
#include "plugins/reading/input_options.hpp"

namespace fairmon::plugins::kafka_input {

enum class ValueFormat : std::uint8_t { Json, Csv };

/// What to read, and how.
struct KafkaInput {
  kafka::ClientSettings connection;
  std::vector<std::string> topics;
  CommonInput common;
  ValueFormat format = ValueFormat::Json;
  std::vector<std::string> columns;  ///< of values that are lines of CSV
  std::optional<char> delimiter;
  bool allow_absent = false;
  bool from_end = false;               ///< only what comes after the start
  std::optional<Duration> idle_after;  ///< so long a silent partition holds back the others
};

[[nodiscard]] std::span<const OptionInfo> kafka_options();
[[nodiscard]] Result<KafkaInput> read_kafka_options(const OptionValues& values,
                                                    const std::vector<std::string>& topics);

}  // namespace fairmon::plugins::kafka_input
