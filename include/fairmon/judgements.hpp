#pragma once

#include <fairmon/readings.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fairmon {

/// What a trigger with a statement (`certain`) says about its condition.
enum class Judgement : std::uint8_t {
  Undecided,  ///< the trials so far allow both
  Violated,   ///< the condition holds, whatever the chances are
  Kept,       ///< it is ruled out
};

[[nodiscard]] std::string_view judgement_name(Judgement judgement) noexcept;

/// A trigger of which it is known how it is judged, per instance.
struct TriggerState {
  std::vector<Cell> instance;  ///< the parameters
  Judgement judgement = Judgement::Undecided;
  Timestamp since;  ///< when the judgement became what it is
  /// Undecided: about how many more trials would decide it, if rates and groups stay as they are;
  /// nothing where that cannot be foreseen.
  std::optional<double> needed;
  /// Violated with `recent`: since when the averages that violate it are taken; nothing: since the
  /// beginning.
  std::optional<Timestamp> stretch;
};

/// A change of a judgement, in the order in which they happened.
struct JudgementChange {
  std::uint32_t trigger = 0;
  std::string instance;  ///< parameters side by side; empty without parameters
  Judgement judgement = Judgement::Undecided;
  Timestamp time;
};

/// The present states of all triggers with statements, read out of the verdicts of a specification
/// compiled with findings. Not thread-safe.
class TriggerStates {
 public:
  explicit TriggerStates(Spec spec);

  /// Whether a batch says something about a statement; most say only how much is missing.
  void take(const VerdictBatch& batch) {
    take(batch, [](std::uint32_t, const TriggerState&) {});
  }
  /// Calls `note(trigger, state)` for every change of a judgement.
  template <class Note>
  void take(const VerdictBatch& batch, Note&& note) {
    for (const std::uint32_t stream : followed_) {
      const StreamVerdicts& rows = batch.streams[stream];
      for (std::size_t row = 0; row < rows.num_rows(); ++row) {
        const TriggerState* changed =
            take_row(stream, rows, row, batch.cycle_times[rows.cycle[row]]);
        if (changed != nullptr) {
          note(spec_.streams()[stream].tells_of, *changed);
        }
      }
    }
  }

  /// Whether the trigger makes a statement that can be undecided.
  [[nodiscard]] bool judges(std::uint32_t trigger) const { return judges_[trigger]; }
  /// In the order of their first judgement.
  [[nodiscard]] const std::vector<TriggerState>& of(std::uint32_t trigger) const {
    return states_[trigger].states;
  }

  void save(std::string& bytes) const;
  [[nodiscard]] bool load(std::string_view& bytes);
  /// Marks the texts among the instances.
  void mark_symbols(SymbolMarks& alive) const;

 private:
  struct Known {
    std::vector<TriggerState> states;
    std::unordered_map<std::string, std::uint32_t> places;
  };
  const TriggerState* take_row(std::uint32_t stream, const StreamVerdicts& rows, std::size_t row,
                               Timestamp time);

  Spec spec_;
  std::vector<bool> judges_;
  std::vector<std::uint32_t> followed_;
  std::vector<Known> states_;  ///< by trigger
};

/// The group with the fewest trials among the values a trigger comes from.
struct FewestTrials {
  std::uint32_t stream = 0;
  const Reading* reading = nullptr;
};
[[nodiscard]] std::optional<FewestTrials> fewest_trials(const StreamInfo& trigger,
                                                        const Readings& readings);

}  // namespace fairmon
