#pragma once

#include <fairmon/time_format.hpp>
#include <fairmon/verdict_sink.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plugins/outputs/summary/history.hpp"
#include "plugins/writing/text_file.hpp"

namespace fairmon::plugins::summary {

/// Keeps counts, last values and a short history, and prints them when the run is over.
class SummarySink final : public VerdictSink {
 public:
  SummarySink(std::string target, std::size_t most_instances)
      : file_(std::move(target)), most_instances_(most_instances) {}

  Result<void> open(const Spec& spec, const SinkContext& context) override;
  Result<void> write(const VerdictBatch& batch) override;
  Result<void> flush() override { return {}; }
  Result<void> close(const RunSummary& summary) override;
  [[nodiscard]] VerdictSelection selection() const override;
  /// The place in the file, and everything counted so far.
  [[nodiscard]] std::string position() const override;
  Result<void> rewind(std::string_view position) override;

 private:
  /// One instance of a stream that is shown.
  struct Track {
    std::string text;  ///< latest value
    History history;
    std::uint64_t updates = 0;
  };
  struct StreamState {
    bool shown = false;
    std::uint64_t count = 0;
    Timestamp first;
    Timestamp last;
    std::map<std::string, Track> instances;  ///< by parameters as text; limited
    std::set<std::string> fired;             ///< instances of a trigger; limited
    bool more_instances = false;
    std::string message;  ///< of a trigger's last firing

    void save(std::string& out) const;
    void load(support::Unpacker& in);
  };

  void note(const VerdictRow& row);
  void print_head(const RunSummary& summary, std::string& out) const;
  void print_triggers(std::string& out) const;
  void print_values(std::string& out) const;
  [[nodiscard]] std::string time_text(Timestamp time) const;
  [[nodiscard]] std::string instance_text(const VerdictRow& row) const;

  /// Beyond this many instances only their number goes on being counted.
  static constexpr std::size_t kMostTracked = 10'000;

  TextFile file_;
  std::size_t most_instances_;
  std::optional<VerdictFactory> factory_;
  std::vector<StreamState> states_;
  std::vector<VerdictRow> rows_;
};

}  // namespace fairmon::plugins::summary
