#pragma once

#include <fairmon/monitor.hpp>

#include <cstdint>
#include <optional>
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
  void open_cycle(std::int64_t time) {
    time_ = time;
    open_ = false;
    num_errors_ = verdicts_->errors.size();
  }
  /// The end of the cycle. If an evaluation failed and the policy is to stop, the cycle leaves its
  /// errors only, and the first of them is returned.
  [[nodiscard]] std::optional<Error> close_cycle();
  void value(std::uint32_t stream, std::uint32_t slot, const Cell* const* columns,
             std::uint32_t lane);
  /// Spawn or close of an instance, for all members of its table that are observed.
  void life(std::uint32_t table, ChangeKind kind, std::uint32_t slot);
  /// A clause of a stream failed; `slot` is kNone in a spawn clause.
  void error(std::uint32_t stream, std::uint32_t slot, const LaneFailure& failure);

 private:
  [[nodiscard]] std::uint32_t cycle();
  void row(std::uint32_t stream, ChangeKind kind, std::uint32_t slot);
  [[nodiscard]] Error describe(const EvaluationError& error) const;

  const State& state_;
  std::vector<std::uint8_t> observed_;
  std::vector<std::uint32_t> owner_;  ///< of a hidden stream: the public one its errors belong to
  bool lifecycle_ = true;
  bool stops_ = true;
  VerdictBatch* verdicts_ = nullptr;
  std::int64_t time_ = 0;
  bool open_ = false;
  std::size_t num_errors_ = 0;  ///< before this cycle
};

}  // namespace fairmon::engine
