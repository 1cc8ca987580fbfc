#pragma once

#include <fairmon/spec.hpp>
#include <fairmon/verdict_sink.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/history/run_history.hpp"
#include "server/runs/curve_writer.hpp"

namespace fairmon::server {

/// An empty history laid out by the tags of a specification.
[[nodiscard]] std::shared_ptr<RunHistory> make_history(const Spec& spec);

/// Writes what a run decides into its history. Appending to columns is all it does on the
/// monitor's side, so no browser can slow the monitor.
class HistorySink final : public VerdictSink {
 public:
  explicit HistorySink(std::shared_ptr<RunHistory> history);

  Result<void> open(const Spec& spec, const SinkContext& context) override;
  Result<void> write(const VerdictBatch& batch) override;
  Result<void> flush() override;
  Result<void> close(const RunSummary& summary) override;
  [[nodiscard]] VerdictSelection selection() const override;

 private:
  /// Something the log has to hear, in verdict order.
  struct LogEvent {
    std::uint32_t cycle;
    std::uint32_t trigger;
    bool fired;
    std::size_t row;
  };
  struct Watch {
    std::uint32_t trigger = 0;
    std::vector<std::uint32_t> streams;  ///< a value without a firing ends the episode
    std::vector<double> thresholds;
    bool firing = false;  ///< it fired when it was last seen: only then silence is news
    /// Without such streams: firings farther apart than their usual distance are apart.
    std::optional<Timestamp> last;
    std::int64_t usual_gap = 0;
  };

  void add_watches();
  void write_triggers(const VerdictBatch& batch);
  static void collect(Watch& watch, const VerdictBatch& batch, std::vector<LogEvent>& events);
  void fire(EpisodeLog& log, Watch& watch, const VerdictBatch& batch, const LogEvent& event) const;
  void offer_peaks(EpisodeLog& log, const Watch& watch, const VerdictBatch& batch,
                   std::uint32_t cycle) const;
  void write_errors(const VerdictBatch& batch);
  [[nodiscard]] std::string instance_text(std::uint32_t stream, const Cell* parameters) const;

  std::shared_ptr<RunHistory> history_;
  std::optional<Spec> spec_;
  std::shared_ptr<SymbolTable> symbols_;
  std::vector<std::uint32_t> drawn_;
  std::vector<CurveWriter> curves_;  ///< of `drawn_`
  /// Streams that count the trials behind drawn ones, with the place of those in `drawn_`.
  std::vector<std::pair<std::uint32_t, std::size_t>> sizes_;
  std::vector<Watch> watches_;
};

}  // namespace fairmon::server
