#pragma once

#include <fairmon/episodes.hpp>
#include <fairmon/judgements.hpp>
#include <fairmon/readings.hpp>
#include <fairmon/verdict_sink.hpp>

#include <optional>
#include <string>

#include "plugins/writing/output_options.hpp"
#include "plugins/writing/text_file.hpp"

namespace fairmon::plugins::json {

/// Keeps newest values and episodes, and writes them as one document when the run is over.
class DocumentSink final : public VerdictSink {
 public:
  DocumentSink(CommonOutput common, std::string target)
      : common_(std::move(common)), file_(std::move(target)) {}

  Result<void> open(const Spec& spec, const SinkContext& context) override;
  Result<void> write(const VerdictBatch& batch) override;
  Result<void> flush() override { return file_.flush(); }
  Result<void> close(const RunSummary& summary) override;
  [[nodiscard]] VerdictSelection selection() const override { return common_.selection; }
  [[nodiscard]] std::string position() const override;
  Result<void> rewind(std::string_view position) override;
  [[nodiscard]] bool mark_symbols(SymbolMarks& alive) const override {
    episodes_->mark_symbols(alive);
    readings_->mark_symbols(alive);
    states_->mark_symbols(alive);
    return true;
  }

 private:
  void append_values(const RunSummary& summary, std::string& out) const;
  void append_reading(const StreamInfo& stream, const Reading& reading, const RunSummary& summary,
                      std::string& out) const;
  void append_left_out(std::string& out) const;
  void append_episodes(std::string& out) const;
  void append_episode(const Episode& episode, std::string& out) const;
  void append_states(std::string& out) const;
  void append_state(const StreamInfo& trigger, const TriggerState& state, std::string& out) const;
  void append_plain_state(std::uint32_t trigger, std::string& out) const;
  void append_fewest(const StreamInfo& trigger, std::string& out) const;
  void append_provenance(const RunSummary& summary, std::string& out) const;
  void append_time(Timestamp time, std::string& out) const;

  CommonOutput common_;
  TextFile file_;
  TimeWriter times_;
  std::optional<VerdictFactory> factory_;
  EpisodeLog log_{false};
  std::optional<EpisodeReader> episodes_;
  std::optional<Readings> readings_;
  std::optional<TriggerStates> states_;
};

}  // namespace fairmon::plugins::json
