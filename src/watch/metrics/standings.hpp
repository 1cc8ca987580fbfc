#pragma once

#include <fairmon/findings.hpp>
#include <fairmon/judgements.hpp>
#include <fairmon/readings.hpp>
#include <fairmon/verdict_sink.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairmon::watch {

/// How a requirement stands.
enum class Verdict : std::uint8_t { NotEnough, Undecided, Violated, Kept };
[[nodiscard]] std::string_view verdict_name(Verdict verdict) noexcept;

/// A requirement as the overview shows it. Times are monitor time.
struct Standing {
  std::uint32_t trigger = 0;  ///< index into Spec::streams()
  Verdict verdict = Verdict::NotEnough;
  std::optional<Timestamp> since;       ///< when the verdict became what it is
  std::optional<std::uint64_t> trials;  ///< of the group with the fewest
  std::string fewest;                   ///< that group
  std::optional<double> needed;         ///< undecided: about how many more would decide it
  std::optional<Timestamp> alarm;       ///< the latest firing
  std::string text;                     ///< what it said
  std::optional<double> threshold;      ///< of the curve
  /// The measure over the epoch, thinned out: time and value.
  std::vector<std::pair<Timestamp, double>> curve;
};

/// How the requirements of a run stand, read out of its verdicts. Not thread-safe.
class Standings {
 public:
  /// `told` is what the batches hold.
  Standings(const Spec& spec, std::shared_ptr<SymbolTable> symbols, const VerdictSelection& told);

  /// Whether the condition of a trigger holds for some instance, each time that is told.
  void note_state(std::uint32_t trigger, bool holds, Timestamp time);
  void take(const VerdictBatch& batch);
  [[nodiscard]] std::vector<Standing> list() const;

  void save(std::string& bytes) const;
  /// False if the bytes are damaged.
  [[nodiscard]] bool load(std::string_view bytes);
  void mark_symbols(SymbolMarks& alive) const;

 private:
  struct Known {
    Requirement requirement;
    bool drawn = false;  ///< the measure is one number
    bool told = false;   ///< values of the measure are
    bool judged = false;
    bool violated = false;
    Timestamp since;
    std::optional<Timestamp> enough;  ///< when the measure had its first value
    std::optional<Timestamp> alarm;
    std::string text;
    std::vector<std::pair<Timestamp, double>> curve;
    std::uint64_t stride = 1;  ///< of so many values one is kept
    std::uint64_t left = 1;    ///< until the next one is
  };
  void draw(Known& known, const VerdictBatch& batch) const;
  [[nodiscard]] std::optional<Timestamp> first_judged(const Known& known,
                                                      const VerdictBatch& batch) const;
  void judge(const Known& known, Standing& standing) const;

  Spec spec_;
  std::shared_ptr<SymbolTable> symbols_;
  TriggerStates states_;
  Readings sizes_;
  std::vector<Known> known_;
};

}  // namespace fairmon::watch
