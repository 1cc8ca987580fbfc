#include "plugins/inputs/kafka/kafka_options.hpp"

#include <algorithm>
#include <utility>

#include "plugins/kafka/connection.hpp"
#include "plugins/reading/csv/dialect.hpp"

namespace fairmon::plugins::kafka_input {

namespace {

std::vector<OptionInfo> make_table() {
  std::vector<OptionInfo> table = common_input_options();
  std::erase_if(table, [](const OptionInfo& option) { return option.name == "input-delay"; });
  for (OptionInfo& option : table) {
    if (option.name == "follow") {
      option.summary = "wait for more at the end of the topics";
      option.incidental = true;  // decides nothing about what was read before
    }
  }
  for (OptionInfo& option : kafka_connection_options()) {
    table.push_back(std::move(option));
  }
  const auto add = [&](std::string name, OptionKind kind, std::string summary,
                       std::string group) -> OptionInfo& {
    OptionInfo option;
    option.name = std::move(name);
    option.kind = kind;
    option.summary = std::move(summary);
    option.group = std::move(group);
    table.push_back(std::move(option));
    return table.back();
  };
  OptionInfo& format =
      add("value-format", OptionKind::Choice,
          "how values are written: a JSON object each, or a line of CSV", "fields");
  format.choices = {"json", "csv"};
  format.default_value = "json";
  format.placeholder = "FORMAT";
  add("columns", OptionKind::Text, "names of the columns of values that are lines of CSV", "fields")
      .placeholder = "A,B,C";
  add("delimiter", OptionKind::Text, "character between fields of CSV, or `tab`", "fields")
      .placeholder = "CHAR";
  add("allow-absent", OptionKind::Flag,
      "a field that none of the first 100 records has is no mistake", "fields");
  OptionInfo& from = add(
      "read-from", OptionKind::Choice,
      "where a new run begins: with the oldest record, or with the next one to come", "reading");
  from.choices = {"beginning", "end"};
  from.default_value = "beginning";
  from.placeholder = "PLACE";
  OptionInfo& idle =
      add("idle-after", OptionKind::Duration,
          "a partition in which nothing came for so long holds back the others no more", "reading");
  idle.placeholder = "TIME";
  idle.incidental = true;
  return table;
}

}  // namespace

std::span<const OptionInfo> kafka_options() {
  static const std::vector<OptionInfo> kTable = make_table();
  return kTable;
}

Result<KafkaInput> read_kafka_options(const OptionValues& values,
                                      const std::vector<std::string>& topics) {
  if (topics.empty() || topics.front() == "-") {
    return Error(ErrorCode::Usage,
                 "name the topics to read: fairmon monitor SPEC TOPIC… --input kafka");
  }
  KafkaInput input;
  input.topics = topics;
  for (auto topic = topics.begin(); topic != topics.end(); ++topic) {
    if (topic->find('/') != std::string::npos) {
      return Error(ErrorCode::Usage, "`" + *topic + "` cannot be the name of a topic");
    }
    if (std::find(topics.begin(), topic, *topic) != topic) {
      return Error(ErrorCode::Usage, "the topic `" + *topic + "` is named twice");
    }
  }
  auto common = read_common_options(values);
  auto connection = read_kafka_connection(values);
  if (!common || !connection) {
    return !common ? std::move(common).error() : std::move(connection).error();
  }
  input.common = std::move(*common);
  input.connection = std::move(*connection);
  input.format = values.text("value-format") == "csv" ? ValueFormat::Csv : ValueFormat::Json;
  if (values.has("delimiter")) {
    input.delimiter = csv::named_character(values.text("delimiter"));
    if (!input.delimiter) {
      return Error(ErrorCode::Usage, "--delimiter is `" + values.text("delimiter") +
                                         "`; expected one ASCII character, or `tab`");
    }
  }
  if (input.format == ValueFormat::Json) {
    if (input.delimiter || values.has("columns")) {
      return Error(ErrorCode::Usage, "--columns and --delimiter belong to --value-format csv");
    }
    // `#` is an ordinary text here: JSON has its own way to leave a value out.
    std::erase(input.common.decode.missing, "#");
  } else if (values.has("columns")) {
    input.columns = csv::named_columns(values.text("columns"), input.delimiter);
  }
  input.allow_absent = values.flag("allow-absent");
  input.from_end = values.text("read-from") == "end";
  if (values.has("idle-after")) {
    if (!input.common.follow) {
      return Error(ErrorCode::Usage,
                   "--idle-after belongs to --follow: without it nobody waits for a partition");
    }
    input.idle_after = values.duration("idle-after");
  }
  if (input.from_end && !input.common.follow) {
    return Error(ErrorCode::Usage, "--read-from end has nothing to read without --follow");
  }
  return input;
}

}  // namespace fairmon::plugins::kafka_input
