#pragma once

#include <fairmon/verdict_sink.hpp>

#include <memory>
#include <optional>
#include <string>

#include "kafka/producer.hpp"
#include "kafka/state_topic.hpp"
#include "plugins/writing/chosen_rows.hpp"
#include "plugins/writing/json_rows.hpp"

namespace fairmon::plugins::kafka_output {

struct SinkSettings {
  kafka::ClientSettings connection;
  std::string topic;
  std::string group;        ///< name of the run; empty: verdicts may come twice
  std::string state_topic;  ///< with a group
};

/// Verdicts as records of a topic, one JSON object per cycle. With a group, verdicts, the state of
/// the run and what was read of the data become visible in one transaction.
class KafkaSink final : public VerdictSink, public StateKeeper {
 public:
  KafkaSink(CommonOutput common, SinkSettings settings)
      : rows_(std::move(common)),
        settings_(std::move(settings)),
        state_(settings_.state_topic, settings_.group) {}

  Result<void> open(const Spec& spec, const SinkContext& context) override;
  Result<void> write(const VerdictBatch& batch) override;
  Result<void> flush() override;
  Result<void> sync() override;
  Result<void> close(const RunSummary& summary) override;
  [[nodiscard]] VerdictSelection selection() const override { return rows_.common().selection; }
  [[nodiscard]] std::string position() const override { return rows_.position({}); }
  Result<void> rewind(std::string_view position) override;
  [[nodiscard]] bool mark_symbols(SymbolMarks&) const override { return true; }
  [[nodiscard]] StateKeeper* keeper() override { return settings_.group.empty() ? nullptr : this; }

  [[nodiscard]] Result<std::optional<std::string>> load() override;
  Result<void> save(std::string_view state, std::string_view position) override;
  [[nodiscard]] std::string place() const override {
    return "the topic `" + settings_.state_topic + "`";
  }

 private:
  Result<void> connect();

  ChosenRows rows_;
  SinkSettings settings_;
  kafka::StateTopic state_;
  std::unique_ptr<kafka::Producer> producer_;
  std::optional<JsonRows> lines_;
  std::string buffer_;
};

}  // namespace fairmon::plugins::kafka_output
