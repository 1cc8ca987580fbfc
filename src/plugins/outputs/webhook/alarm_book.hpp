#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugins/outputs/webhook/notice.hpp"
#include "support/packing.hpp"

namespace fairmon::plugins::webhook {

/// When episodes become alarms. Times are in nanoseconds of the alarm's clock.
struct AlarmRules {
  std::int64_t wait_ns = 0;     ///< `for`: a condition has to hold so long first
  std::int64_t resolve_ns = 0;  ///< `resolve-after`: and to be false so long, until it is over
  std::int64_t repeat_ns = 0;   ///< `repeat`: an alarm that goes on is told again; 0: never
  /// How soon it is told again that the violations of an alarm became others.
  std::int64_t group_interval_ns = 300'000'000'000;
  /// `trigger` and names of parameters: violations that agree in these are one alarm. Empty: each
  /// is an alarm of its own. `all`: there is one alarm.
  std::vector<std::string> group_by;
  std::size_t most_violations = 10'000;
};

/// Turns episodes into alarms: which wait, which go on, which are over. Reads no clock: time comes
/// with the calls and never goes back. Not thread-safe.
class AlarmBook {
 public:
  /// False: there is no room for the notice; the book asks again (`retry`).
  using Emit = std::function<bool(const Notice&)>;
  /// What was told of an alarm before a crash, beyond the checkpoint from which the run goes on.
  struct Told {
    bool begun = false;
    std::optional<std::int64_t> ended_ns;
  };
  using Recall = std::function<Told(const std::string& alarm)>;
  static constexpr std::uint32_t kUntracked = 0xffff'ffffU;

  /// `seed` makes the identities differ from those of other runs.
  AlarmBook(AlarmRules rules, std::string seed, Emit emit, Recall recall);

  /// A condition became true; returns the number by which it is called from now on.
  std::uint32_t open(Violation violation, std::int64_t time_ns);
  /// To add facts; null for one that is not tracked.
  [[nodiscard]] Violation* find(std::uint32_t number);
  /// It became false.
  void close(std::uint32_t number, std::int64_t time_ns);
  /// Time goes on: does what is due until then, that moment included.
  void pass(std::int64_t now_ns);
  /// Offers again what found no room.
  void retry();

  [[nodiscard]] bool has(std::uint32_t number) const {
    return number == kUntracked || numbers_.count(number) > 0;
  }
  [[nodiscard]] std::int64_t now() const noexcept { return now_ns_; }
  /// Violations beyond `most_violations`, and alarms that were over before there was room.
  [[nodiscard]] std::uint64_t num_untracked() const noexcept { return num_untracked_; }
  [[nodiscard]] std::uint64_t num_missed() const noexcept { return num_missed_; }
  [[nodiscard]] std::uint64_t num_open() const noexcept;

  void save(std::string& bytes) const;
  [[nodiscard]] bool load(std::string_view bytes);

 private:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  /// Times and spans up to here can be added and subtracted.
  static constexpr std::int64_t kFarthest = std::int64_t{1} << 61U;
  struct Member {
    Violation facts;
    bool firing = false;  ///< it held long enough
    std::optional<std::int64_t> cleared_ns;
  };
  struct Alarm {
    std::string id;
    std::int64_t since_ns = 0;
    Labels labels;
    std::map<std::string, Member> members;
    bool begun = false;
    bool changed = false;  ///< violations came or went since it was told
    bool blocked = false;  ///< something could not be told
    std::int64_t told_ns = 0;
    std::uint64_t stills = 0;
    std::optional<std::int64_t> begin_ns;  ///< when the first violation held long enough
    std::optional<std::int64_t> end_ns;    ///< when the last one was over
    std::optional<std::int64_t> cleared_ns;
    std::optional<std::int64_t> known_end_ns;
    Violation last;  ///< the violation that was over last
  };
  using Place = std::pair<std::string, std::string>;  ///< alarm and member

  [[nodiscard]] Labels group_labels(const Violation& violation) const;
  [[nodiscard]] std::string group_of(const Violation& violation, const std::string& member) const;
  void name_alarm(Alarm& alarm, const std::string& group);
  void advance_members(Alarm& alarm);
  [[nodiscard]] bool settle(const std::string& group, Alarm& alarm);
  [[nodiscard]] bool start_over(const std::string& group, Alarm& alarm);
  bool tell(Alarm& alarm, NoticeKind kind, std::int64_t at_ns);
  [[nodiscard]] std::int64_t due(const Alarm& alarm) const;
  void settle_all();
  static void pack_alarm(std::string& bytes, const Alarm& alarm);
  [[nodiscard]] static Alarm unpack_alarm(support::Unpacker& in);
  [[nodiscard]] static bool is_sane(const Alarm& alarm);

  AlarmRules rules_;
  std::string seed_;
  Emit emit_;
  Recall recall_;
  std::map<std::string, Alarm> alarms_;
  std::map<std::uint32_t, Place> numbers_;
  std::uint32_t next_number_ = 0;
  std::uint64_t num_alarms_ = 0;  ///< ever, for identities
  std::size_t num_members_ = 0;
  std::int64_t now_ns_ = -kFarthest;
  std::int64_t next_due_ = kNever;  ///< nothing is due before
  std::uint64_t num_untracked_ = 0;
  std::uint64_t num_missed_ = 0;
};

}  // namespace fairmon::plugins::webhook
