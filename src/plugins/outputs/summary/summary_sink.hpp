#pragma once

#include <fairmon/episodes.hpp>
#include <fairmon/judgements.hpp>
#include <fairmon/readings.hpp>
#include <fairmon/time_format.hpp>
#include <fairmon/verdict_sink.hpp>

#include <optional>
#include <string>
#include <vector>

#include "plugins/outputs/summary/history.hpp"
#include "plugins/writing/text_file.hpp"

namespace fairmon::plugins::summary {

/// Keeps episodes, last values and a short history, and prints them when the run is over.
class SummarySink final : public VerdictSink {
 public:
  SummarySink(std::string target, std::size_t most_instances)
      : file_(std::move(target)), most_instances_(most_instances) {}

  Result<void> open(const Spec& spec, const SinkContext& context) override;
  Result<void> write(const VerdictBatch& batch) override;
  Result<void> flush() override { return file_.flush(); }
  Result<void> sync() override { return file_.sync(); }
  Result<void> close(const RunSummary& summary) override;
  [[nodiscard]] VerdictSelection selection() const override;
  /// The place in the file, and everything counted so far.
  [[nodiscard]] std::string position() const override;
  Result<void> rewind(std::string_view position) override;
  [[nodiscard]] bool mark_symbols(SymbolMarks& alive) const override;

 private:
  /// A line of the list of final values.
  struct Line {
    std::string name;
    std::string value;
    std::string remark;  ///< trials, age
    std::string course;
  };

  void print_head(const RunSummary& summary, std::string& out) const;
  void print_triggers(const RunSummary& summary, std::string& out) const;
  void print_states(std::uint32_t trigger, std::string& out) const;
  [[nodiscard]] std::string state_text(std::uint32_t trigger, const TriggerState& state) const;
  void print_trigger(std::uint32_t trigger, const RunSummary& summary, std::string& out) const;
  void print_left_out(std::string& out) const;
  void print_values(const RunSummary& summary, std::string& out) const;
  [[nodiscard]] std::vector<Line> value_lines(const RunSummary& summary) const;
  [[nodiscard]] Line value_line(std::uint32_t stream, std::size_t place,
                                const RunSummary& summary) const;
  [[nodiscard]] std::string value_text(std::uint32_t stream, const Reading& reading) const;
  [[nodiscard]] std::string time_text(Timestamp time) const;
  [[nodiscard]] const std::string* left_out_of(std::uint32_t stream) const;

  /// Beyond this many instances only their number goes on being counted.
  static constexpr std::size_t kMostTracked = 10'000;

  TextFile file_;
  std::size_t most_instances_;
  std::optional<VerdictFactory> factory_;
  EpisodeLog log_{false};
  std::optional<EpisodeReader> episodes_;
  std::optional<Readings> readings_;
  std::optional<TriggerStates> states_;
  std::vector<std::vector<History>> histories_;  ///< by stream, in the order of its readings
};

}  // namespace fairmon::plugins::summary
