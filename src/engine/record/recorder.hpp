#pragma once

#include <fairmon/monitor.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/columns/frame.hpp"
#include "engine/state.hpp"

namespace fairmon::engine {

/// Appends what observed streams do to a VerdictBatch.
class Recorder {
 public:
  Recorder(const State& state, const MonitorOptions& options);

  /// Everything recorded from now on goes there.
  void attach(VerdictBatch& verdicts);
  [[nodiscard]] bool observes(std::uint32_t stream) const noexcept {
    return stream < observed_.size() && observed_[stream] != 0;
  }
  [[nodiscard]] bool records_lifecycle() const noexcept { return lifecycle_; }
  [[nodiscard]] VerdictBatch& verdicts() noexcept { return *verdicts_; }

  /// A new cycle; it gets a number only when something is recorded in it.
  void open_cycle(std::int64_t time) noexcept {
    time_ = time;
    open_ = false;
  }
  void value(std::uint32_t stream, std::uint32_t slot, const Cell* const* columns,
             std::uint32_t lane);
  /// Spawn or close of an instance, for all members of its table that are observed.
  void life(std::uint32_t table, ChangeKind kind, std::uint32_t slot);
  void error(std::uint32_t stream, std::uint32_t slot, const LaneFailure& failure);
  /// The error as a stopped run reports it: where, when, what.
  [[nodiscard]] Error describe(std::uint32_t stream, std::uint32_t slot, std::int64_t time,
                               const LaneFailure& failure) const;

 private:
  [[nodiscard]] std::uint32_t cycle();
  void row(std::uint32_t stream, ChangeKind kind, std::uint32_t slot);
  [[nodiscard]] std::uint32_t public_stream(std::uint32_t stream) const noexcept;
  [[nodiscard]] std::string message(const LaneFailure& failure) const;

  const State& state_;
  std::vector<std::uint8_t> observed_;
  bool lifecycle_ = true;
  VerdictBatch* verdicts_ = nullptr;
  std::int64_t time_ = 0;
  bool open_ = false;
};

}  // namespace fairmon::engine
