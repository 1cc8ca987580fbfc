#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/monitor.hpp>
#include <fairmon/readings.hpp>

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fairmon::why {

/// What to look at while events are judged.
struct Watched {
  std::vector<bool> shown;  ///< per stream: values that are explained
  std::vector<std::uint32_t> triggers;
};

/// Where a trigger of one instance fired.
struct Moment {
  std::uint32_t trigger = 0;
  std::string key;       ///< bytes of the instance's parameters
  std::string instance;  ///< the same for people
  Timestamp time;
  std::size_t batch = 0;  ///< of the tape
};

/// A firing, and the one from which on the condition held without a break.
struct Found {
  Moment firing;
  Moment since;
};

/// A monitor and the newest values of what it watches.
class Stepper {
 public:
  Stepper(const Spec& spec, const Watched& watched, std::shared_ptr<SymbolTable> symbols,
          Timestamp start_time);

  Result<void> accept(const EventBatch& events);
  Result<void> advance_to(Timestamp time);
  Result<void> finish();
  /// What happened in the latest of these.
  [[nodiscard]] const VerdictBatch& verdicts() const noexcept { return verdicts_; }
  [[nodiscard]] const Readings& readings() const noexcept { return readings_; }
  [[nodiscard]] std::string save() const;
  Result<void> restore(std::string_view state);

 private:
  Result<void> take(Result<void> judged);

  Spec spec_;
  std::optional<Monitor> monitor_;
  Readings readings_;
  VerdictBatch verdicts_;
};

/// The events of a run up to some time, and states of the monitor on the way.
class Tape {
 public:
  /// So many batches from one state to the next.
  static constexpr std::size_t kStride = 16;
  static constexpr std::size_t kBatchRows = 4096;

  Tape(Spec spec, Watched watched);

  /// Reads and judges until the end, or until `until`; an instance is named as
  /// people see it. `wanted` chooses among firings: the latest one is found.
  Result<void> read(EventSource& source, SourceContext context,
                    const std::function<std::optional<Timestamp>(std::optional<Timestamp>)>& until,
                    const std::string& instance);

  [[nodiscard]] const std::optional<Found>& found() const noexcept { return found_; }
  [[nodiscard]] const std::vector<EventBatch>& batches() const noexcept { return batches_; }
  /// Where the source stood before a batch; empty if it cannot tell.
  [[nodiscard]] const std::string& position(std::size_t batch) const { return positions_[batch]; }
  [[nodiscard]] std::uint64_t first_event(std::size_t batch) const { return batch * kBatchRows; }
  [[nodiscard]] std::uint64_t num_events() const noexcept { return num_events_; }
  [[nodiscard]] std::optional<Timestamp> start_time() const noexcept { return start_time_; }
  [[nodiscard]] const Spec& spec() const noexcept { return spec_; }
  [[nodiscard]] const std::shared_ptr<SymbolTable>& symbols() const noexcept { return symbols_; }

  /// One event of the tape, by its number in the run.
  [[nodiscard]] EventBatch event(std::uint64_t number) const;
  [[nodiscard]] Timestamp time_of(std::uint64_t number) const;
  /// A stepper that goes on from a state that another one saved.
  [[nodiscard]] Result<Stepper> from(std::string_view state) const;
  /// A stepper that has judged the first `count` events and nothing else.
  [[nodiscard]] Result<Stepper> after(std::uint64_t count) const;

 private:
  struct State {
    std::size_t batch = 0;
    std::string bytes;
  };
  void note(const VerdictBatch& verdicts, std::size_t batch, const std::string& instance,
            std::optional<Timestamp> limit);
  /// Keeps since when conditions hold, up to a cycle.
  void note_states(const VerdictBatch& verdicts, std::size_t batch, std::uint32_t state,
                   std::size_t& next, std::uint32_t until);
  /// The row of the last firing that is asked for.
  [[nodiscard]] std::optional<std::size_t> last_firing(const VerdictBatch& verdicts,
                                                       std::uint32_t trigger,
                                                       const std::string& instance,
                                                       std::optional<Timestamp> limit);

  Spec spec_;
  Watched watched_;
  std::shared_ptr<SymbolTable> symbols_ = std::make_shared<SymbolTable>();
  std::vector<EventBatch> batches_;
  std::vector<std::string> positions_;
  std::vector<State> states_;
  std::optional<Timestamp> start_time_;
  std::optional<Found> found_;
  std::unordered_map<std::string, Moment> open_;  ///< by trigger and instance
  std::uint64_t num_events_ = 0;
};

}  // namespace fairmon::why
