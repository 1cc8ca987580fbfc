#pragma once

#include <fairmon/spec.hpp>
#include <fairmon/symbols.hpp>
#include <fairmon/verdict.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fairmon {

/// One firing of a trigger, numbered from 1 in verdict order.
struct Firing {
  std::uint64_t number = 0;
  std::uint32_t trigger = 0;  ///< index into Spec::streams()
  std::uint32_t episode = 0;  ///< number of the episode it belongs to
  Timestamp time;
  std::string text;
};

/// A trigger (of an instance) from the first cycle in which its condition is evaluated and true to
/// the first in which it is evaluated and false, the close of the instance, or the end of the run.
struct Episode {
  /// The value of the trigger's panel that went farthest beyond the threshold while it fired.
  struct Worst {
    double value = 0.0;
    double remoteness = 0.0;  ///< from the nearest threshold; without one the value itself
    Timestamp time;
    std::string text;  ///< what the trigger said then
  };
  std::uint32_t number = 0;  ///< from 1, in order of the first firing
  std::uint32_t trigger = 0;
  std::string instance;  ///< parameters side by side; empty without parameters
  Timestamp first;
  Timestamp last;                  ///< of its firings
  std::optional<Timestamp> ended;  ///< nothing: it is open, or was when the run ended
  std::uint64_t firings = 0;
  std::string text;  ///< of the first firing
  std::optional<Worst> worst;
  /// Raised at every change, so that a reader can be told what is new.
  std::uint64_t revision = 0;

  [[nodiscard]] bool open() const noexcept { return !ended.has_value(); }
};

/// How an episode begins.
struct EpisodeStart {
  std::uint32_t trigger = 0;  ///< index into Spec::streams()
  std::string instance;       ///< parameters side by side; empty without parameters
  const Cell* parameters = nullptr;
  Timestamp time;
};

/// Is told of episodes in verdict order. Whoever listens numbers them.
class EpisodeListener {
 public:
  virtual ~EpisodeListener() = default;
  /// Returns the number by which the episode is called from now on.
  virtual std::uint32_t begin(const EpisodeStart& start) = 0;
  virtual void fire(std::uint32_t episode, Timestamp time, std::string text) = 0;
  /// A value seen in the cycle of the latest firing. `above`: on which side of its thresholds a
  /// value is worse, where a firing need not mean that it lies beyond them.
  virtual void offer(std::uint32_t episode, double value, const std::vector<double>& thresholds,
                     std::optional<bool> above) = 0;
  virtual void end(std::uint32_t episode, Timestamp time) = 0;
};

/// All episodes of a run so far. Not thread-safe.
class EpisodeLog : public EpisodeListener {
 public:
  /// Firings are counted; kept one by one only if somebody wants to list them.
  explicit EpisodeLog(bool keep_firings) : keep_firings_(keep_firings) {}

  /// Begins an episode; returns its index.
  std::uint32_t begin(std::uint32_t trigger, std::string instance, Timestamp time);
  std::uint32_t begin(const EpisodeStart& start) override {
    return begin(start.trigger, start.instance, start.time);
  }
  void fire(std::uint32_t episode, Timestamp time, std::string text) override;
  void offer(std::uint32_t episode, double value, const std::vector<double>& thresholds,
             std::optional<bool> above = std::nullopt) override;
  void end(std::uint32_t episode, Timestamp time) override;

  [[nodiscard]] const std::vector<Firing>& firings() const noexcept { return firings_; }
  [[nodiscard]] std::uint64_t num_firings() const noexcept { return num_firings_; }
  [[nodiscard]] const std::vector<Episode>& episodes() const noexcept { return episodes_; }
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }
  /// Takes over a stored log.
  void restore(std::vector<Firing> firings, std::vector<Episode> episodes);

  /// Appends the episodes as bytes / takes them off the front of bytes; false if damaged.
  void save(std::string& bytes) const;
  [[nodiscard]] bool load(std::string_view& bytes);

 private:
  bool keep_firings_;
  std::vector<Firing> firings_;
  std::vector<Episode> episodes_;
  std::uint64_t num_firings_ = 0;
  std::uint64_t revision_ = 0;
  std::string latest_text_;  ///< of the latest firing
};

/// Reads episodes out of verdicts of a specification compiled with findings.
class EpisodeReader {
 public:
  EpisodeReader(Spec spec, std::shared_ptr<SymbolTable> symbols);

  /// Whether a batch says something about a trigger; most do not.
  [[nodiscard]] bool concerns(const VerdictBatch& batch) const;
  void read(const VerdictBatch& batch, EpisodeListener& listener);

  /// Which episodes go on, as bytes; they need the log that belongs to them.
  void save(std::string& bytes) const;
  [[nodiscard]] bool load(std::string_view& bytes, const EpisodeLog& log);
  /// As above; `known` says whether an open episode of that trigger has that number.
  using Known = std::function<bool(std::uint32_t trigger, std::uint64_t episode)>;
  [[nodiscard]] bool load(std::string_view& bytes, const Known& known);
  /// Marks the texts that tell instances with an open episode apart.
  void mark_symbols(SymbolMarks& alive) const;

 private:
  /// A stream whose values say how bad a violation is.
  struct Measure {
    std::uint32_t stream = 0;
    bool same_instances = false;  ///< parameters as those of the trigger
  };
  struct Watch {
    std::uint32_t trigger = 0;
    std::optional<std::uint32_t> state;
    std::vector<Measure> measures;
    std::vector<double> thresholds;
    std::optional<bool> above;  ///< of triggers that may speak of a stretch of the run
    std::unordered_map<std::string, std::uint32_t> open;  ///< by the bytes of the parameters
  };
  struct Event {
    std::uint32_t cycle;
    std::uint32_t watch;
    bool fired;
    std::size_t row;
  };
  void collect(std::uint32_t watch, const VerdictBatch& batch, std::vector<Event>& events) const;
  void fire(Watch& watch, const VerdictBatch& batch, const Event& event, EpisodeListener& listener);
  void measure(const Watch& watch, const VerdictBatch& batch, const Event& event,
               std::uint32_t episode, EpisodeListener& listener) const;

  Spec spec_;
  std::shared_ptr<SymbolTable> symbols_;
  std::vector<Watch> watches_;
};

}  // namespace fairmon
