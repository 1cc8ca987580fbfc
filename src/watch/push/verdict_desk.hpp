#pragma once

#include <fairmon/verdict_sink.hpp>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "plugins/inputs/push/push_source.hpp"
#include "plugins/writing/json_rows.hpp"

namespace fairmon::watch {

/// What a run said about some events.
struct Verdicts {
  bool complete = false;             ///< all of them are judged
  std::vector<std::string> lines;    ///< one JSON object per cycle with something to show
  std::vector<std::string> skipped;  ///< events that were left out, and why
};

/// Where those wait who pushed events and want to know what came of them. Hears from the source
/// which events the run got and from a sink what was decided.
class VerdictDesk final : public plugins::push::PushObserver {
 public:
  using Clock = std::chrono::steady_clock;
  using Told = std::function<void(Verdicts)>;

  /// Tells once all events from `first` to `end` are judged, or when the time is over.
  void wait(std::uint64_t first, std::uint64_t end, Clock::time_point until, Told told);
  /// Tells everybody whose time is over.
  void expire(Clock::time_point now);
  [[nodiscard]] std::size_t num_waiting() const;
  /// Sequence number behind the last event that is judged.
  [[nodiscard]] std::uint64_t judged() const;

  void started(std::uint64_t event, std::uint64_t sequence) override;
  void delivered(std::uint64_t event, std::uint64_t sequence) override;
  void skipped(std::uint64_t sequence, const RecordError& why) override;
  /// The run has evaluated so many events.
  void decided(std::uint64_t events);
  /// Somebody waits for the verdicts on the event.
  [[nodiscard]] bool wanted(std::uint64_t event) const;
  void say(std::uint64_t event, std::string line);

 private:
  struct Waiting {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    Clock::time_point until;
    Told told;
    Verdicts verdicts;
  };
  /// From this event of the run on, sequence numbers follow one another.
  struct Stretch {
    std::uint64_t event = 0;
    std::uint64_t sequence = 0;
  };
  [[nodiscard]] std::optional<std::uint64_t> sequence_of(std::uint64_t event) const;
  Waiting* waiting_for(std::uint64_t sequence);
  [[nodiscard]] std::vector<Waiting> take_done();

  mutable std::mutex mutex_;
  std::deque<Stretch> stretches_;
  std::uint64_t events_ = 0;  ///< delivered to the run
  std::uint64_t decided_events_ = 0;
  std::uint64_t seen_ = 0;  ///< sequence number behind the last one delivered or skipped
  std::uint64_t judged_ = 0;
  std::vector<Waiting> waiting_;
};

/// Passes verdicts on to a desk.
class DeskSink final : public VerdictSink {
 public:
  explicit DeskSink(std::shared_ptr<VerdictDesk> desk) : desk_(std::move(desk)) {}

  Result<void> open(const Spec& spec, const SinkContext& context) override;
  Result<void> write(const VerdictBatch& batch) override;
  Result<void> flush() override { return {}; }
  Result<void> close(const RunSummary&) override { return {}; }
  [[nodiscard]] VerdictSelection selection() const override { return {}; }
  [[nodiscard]] bool wants_every_batch() const override { return true; }
  [[nodiscard]] bool mark_symbols(SymbolMarks&) const override { return true; }

 private:
  std::shared_ptr<VerdictDesk> desk_;
  std::optional<VerdictFactory> factory_;
  std::optional<plugins::JsonRows> lines_;
  std::vector<VerdictRow> rows_;
};

}  // namespace fairmon::watch
