#pragma once

#include <fairmon/event.hpp>
#include <fairmon/monitor.hpp>

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/record/recorder.hpp"
#include "engine/row/cycle_evaluator.hpp"
#include "engine/state.hpp"

namespace fairmon::engine {

/// Runs one cycle at a time, an event or a deadline: every feature of the language, layer by layer,
/// the instances of a stream as lanes.
class Cycle {
 public:
  Cycle(State& state, Recorder& recorder);

  /// Both give the reason if the run has to stop.
  std::optional<Error> event(const EventBatch& events, std::size_t row);
  std::optional<Error> deadline(std::int64_t time);

  /// The state is another one: nothing remembered about it holds any more.
  void forget() { evaluator_.forget_links(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return evaluator_.memory_bytes(); }

 private:
  [[nodiscard]] bool due(const ClausePlan& clause) const;
  void run_steps();
  void run_step(const StepPlan& step);
  void spawn(std::uint32_t table);
  void evaluate(std::uint32_t stream);
  void evaluate_lanes(std::uint32_t stream, const std::uint32_t* slots, std::uint32_t count);
  /// The next lanes of some instances, at most `count`.
  [[nodiscard]] Frame lanes_of(std::uint32_t table, const std::uint32_t* slots,
                               std::uint32_t count);
  void close(std::uint32_t table);
  void close_lanes(std::uint32_t table, const std::uint32_t* slots, std::uint32_t count);
  /// The slot named by a clause's keys, or kNone.
  [[nodiscard]] std::uint32_t find_keyed(const ClausePlan& clause, std::uint32_t table);
  /// Reports the failed lanes of a clause for a stream.
  void report(std::uint32_t stream, const std::uint32_t* slots);
  void collect_due();

  State& state_;
  Recorder& recorder_;
  CycleEvaluator evaluator_;
  bool at_deadline_ = false;
  std::vector<std::uint8_t> present_;     ///< of each input, in an event cycle
  std::vector<std::uint8_t> global_due_;  ///< of each global clock, in a deadline cycle
  std::vector<std::vector<std::uint32_t>> local_due_;  ///< slots due on each local clock
};

}  // namespace fairmon::engine
