#pragma once

#include <fairmon/time.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fairmon::server {

/// One firing of a trigger, numbered from 1 in verdict order.
struct Firing {
  std::uint64_t number = 0;
  std::uint32_t trigger = 0;  ///< index into Spec::streams()
  std::uint32_t episode = 0;  ///< number of the episode it belongs to
  Timestamp time;
  std::string text;
};

/// Firings of one trigger between which it was never seen not to fire.
struct Episode {
  std::uint32_t number = 0;  ///< from 1, in order of the first firing
  std::uint32_t trigger = 0;
  Timestamp first;
  Timestamp last;
  std::uint64_t firings = 0;
  bool open = true;
  std::string text;
  /// Value of the trigger's panel that went farthest while it fired.
  std::optional<double> peak;
  /// Raised at every change, so that a page can be told what is new.
  std::uint64_t revision = 0;
};

/// Groups the firings of all triggers into episodes. Not thread-safe; the history guards it.
class EpisodeLog {
 public:
  /// `num_streams` as in Spec::streams().
  explicit EpisodeLog(std::size_t num_streams);

  /// The trigger fired. Returns the episode's index.
  std::uint32_t fire(std::uint32_t trigger, Timestamp time, std::string text);
  /// What the trigger watches had a value in a cycle in which the trigger stayed silent.
  void silent(std::uint32_t trigger);
  /// A value of the trigger's panel in a cycle in which it fired.
  void offer_peak(std::uint32_t trigger, double value, const std::vector<double>& thresholds);
  void close_all();

  [[nodiscard]] const std::vector<Firing>& firings() const noexcept { return firings_; }
  [[nodiscard]] const std::vector<Episode>& episodes() const noexcept { return episodes_; }
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }
  /// Takes over a stored log.
  void restore(std::vector<Firing> firings, std::vector<Episode> episodes);

 private:
  static constexpr std::uint32_t kNone = 0xffff'ffffU;
  std::vector<Firing> firings_;
  std::vector<Episode> episodes_;
  std::vector<std::uint32_t> open_;  ///< per stream: its open episode
  std::uint64_t revision_ = 0;
};

}  // namespace fairmon::server
