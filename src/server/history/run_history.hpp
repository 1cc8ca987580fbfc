#pragma once

#include <fairmon/episodes.hpp>
#include <fairmon/judgements.hpp>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/history/series.hpp"

namespace fairmon::server {

/// What a page has to know of a stream that is drawn.
struct DrawnStream {
  std::uint32_t index = 0;  ///< as in Spec::streams()
  std::string name;
  std::string type;
  std::string pacing;
  std::vector<std::string> parameters;
  std::optional<double> level = {};     ///< of its band, if it has one
  std::optional<Duration> period = {};  ///< of the clock that evaluates it
};

struct DrawnTrigger {
  std::uint32_t index = 0;
  std::string name;
  std::string pacing;
  std::string message;
  std::optional<double> level = {};     ///< of its statement: it can be undecided
  std::optional<Duration> period = {};  ///< of the clock that evaluates it
};

/// What an undecided trigger is waiting for, or of which stretch a violated one speaks.
struct Waiting {
  std::uint32_t trigger = 0;
  std::string instance;
  std::optional<double> needed;  ///< trials
  std::string fewest;            ///< the group with the fewest trials
  std::uint64_t fewest_trials = 0;
  std::optional<Timestamp> stretch;  ///< set: it is violated, by the averages since then
};

/// A plot: the tags' view of the specification, kept with the run so that it outlives the text.
struct Panel {
  std::string id;
  std::string title;
  std::string unit;
  std::vector<DrawnStream> streams;
  std::vector<std::uint32_t> triggers;
  std::vector<double> thresholds;
};

/// A message about a record or an evaluation, for people.
struct Notice {
  std::uint64_t number = 0;
  std::string kind;  ///< `record`, `evaluation`, `run`
  std::string text;
  std::optional<Timestamp> time;
  std::string stream;  ///< whose evaluation failed
};

/// Everything a run has shown: curves, firings, notices. The monitor's side writes from one thread;
/// any number of connections read. Curves are read without locks; the lists copy under a short one.
class RunHistory {
 public:
  RunHistory(std::vector<Panel> panels, std::vector<DrawnTrigger> triggers);

  [[nodiscard]] const std::vector<Panel>& panels() const noexcept { return panels_; }
  [[nodiscard]] const std::vector<DrawnTrigger>& triggers() const noexcept { return triggers_; }

  // --- the monitor's side ---
  /// With a band if the stream is drawn with one.
  Series& add_series(std::uint32_t stream, std::string label);
  /// Runs `change` on the log under the lock.
  template <typename Change>
  void change_log(Change&& change) {
    const std::scoped_lock lock(mutex_);
    change(log_);
    log_revision_.store(log_.revision(), std::memory_order_release);
    num_firings_.store(log_.num_firings(), std::memory_order_release);
  }
  void add_notice(std::string kind, std::string text, std::optional<Timestamp> time,
                  std::string stream = {});
  void add_judgement(JudgementChange change);
  void set_waiting(std::vector<Waiting> waiting);
  void set_start_time(std::optional<Timestamp> start);
  /// How many cases a panel leaves out, for want of a group label.
  void set_left_out(const std::string& panel, std::uint64_t cases);
  void set_reached(Timestamp time) noexcept;
  /// Says that something changed; readers compare `version`.
  void publish() noexcept { version_.fetch_add(1, std::memory_order_release); }

  // --- the readers' side ---
  /// All curves with their numbers, in order of spawning.
  [[nodiscard]] std::vector<std::shared_ptr<Series>> series() const;
  [[nodiscard]] std::size_t num_series() const noexcept;
  [[nodiscard]] std::vector<Episode> episodes() const;
  /// Episodes that changed after `revision`, oldest change first, at most `limit`; `newest` becomes
  /// the revision up to which the answer is complete.
  [[nodiscard]] std::vector<Episode> episodes_since(std::uint64_t revision, std::size_t limit,
                                                    std::uint64_t& newest) const;
  /// Firings with a number above `after`, at most `limit`.
  [[nodiscard]] std::vector<Firing> firings_after(std::uint64_t after, std::size_t limit) const;
  /// Firings in [from, to], at most `limit`; `total` counts all of them.
  [[nodiscard]] std::vector<Firing> firings_between(Timestamp from, Timestamp to, std::size_t limit,
                                                    std::size_t& total) const;
  [[nodiscard]] std::vector<Notice> notices_after(std::uint64_t after) const;
  /// Changes of judgements after the first `after` of them.
  [[nodiscard]] std::vector<JudgementChange> judgements_after(std::uint64_t after) const;
  [[nodiscard]] std::uint64_t num_judgements() const noexcept;
  [[nodiscard]] std::vector<Waiting> waiting() const;
  [[nodiscard]] std::uint64_t num_firings() const noexcept;
  [[nodiscard]] std::uint64_t num_notices() const noexcept;
  [[nodiscard]] std::uint64_t log_revision() const noexcept;
  [[nodiscard]] std::optional<Timestamp> start_time() const;
  [[nodiscard]] std::map<std::string, std::uint64_t> left_out() const;
  [[nodiscard]] Timestamp reached() const noexcept;
  [[nodiscard]] std::uint64_t version() const noexcept {
    return version_.load(std::memory_order_acquire);
  }

 private:
  static constexpr std::size_t kMaxNotices = 10'000;
  std::vector<Panel> panels_;
  std::vector<DrawnTrigger> triggers_;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Series>> series_;
  std::vector<Notice> notices_;
  std::vector<JudgementChange> judgements_;
  std::vector<Waiting> waiting_;
  EpisodeLog log_{true};
  std::optional<Timestamp> start_time_;
  std::map<std::string, std::uint64_t> left_out_;  ///< by panel
  std::atomic<std::size_t> num_series_{0};
  std::atomic<std::uint64_t> num_firings_{0};
  std::atomic<std::uint64_t> num_notices_{0};
  std::atomic<std::uint64_t> num_judgements_{0};
  std::atomic<std::uint64_t> log_revision_{0};
  std::atomic<std::int64_t> reached_{0};
  std::atomic<std::uint64_t> version_{0};
};

}  // namespace fairmon::server
