#pragma once

#include <fairmon/episodes.hpp>
#include <fairmon/judgements.hpp>
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
  [[nodiscard]] bool mark_symbols(SymbolMarks& alive) const override;

 private:
  void write_errors(const VerdictBatch& batch);
  void write_judgements(const VerdictBatch& batch);
  [[nodiscard]] std::string instance_text(std::uint32_t stream, const Cell* parameters) const;

  std::shared_ptr<RunHistory> history_;
  std::optional<Spec> spec_;
  std::shared_ptr<SymbolTable> symbols_;
  std::vector<std::uint32_t> drawn_;
  std::vector<CurveWriter> curves_;  ///< of `drawn_`
  /// A stream that counts the trials behind a drawn one, or the hits among them.
  struct Count {
    std::uint32_t stream = 0;
    std::size_t place = 0;  ///< of the drawn one, in `drawn_`
    CurveWriter::Counted counted = CurveWriter::Counted::Trials;
  };
  std::vector<Count> counts_;
  /// A stream that tells an end of a drawn one's band.
  struct End {
    std::uint32_t stream = 0;
    std::size_t place = 0;
    bool lower = false;
  };
  std::vector<End> ends_;
  std::optional<TriggerStates> states_;
  std::optional<Readings> sizes_;  ///< of what triggers with statements speak of
  std::optional<EpisodeReader> episodes_;
  std::vector<std::pair<std::uint32_t, std::string>> left_out_;  ///< stream, panel it counts for
};

}  // namespace fairmon::server
